package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.file.Manifests;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.model.queue.QueuedManifest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The objects of a command's manifest, each in its namespace by kubectl's rule: that of the object,
 * else of {@code -n}, else of the context. Only {@code -n} may contradict it.
 *
 * @param file where they were read
 * @param objects the objects with all fields
 */
record Subjects(Path file, List<Manifests.InFull> objects) {

  /** Reads a manifest, or standard input. */
  static Subjects read(Path file) {
    return new Subjects(
        file,
        file.toString().equals("-")
            ? Manifests.readInFull(System.in, "standard input")
            : Manifests.readInFull(file));
  }

  /**
   * Returns the namespace that the objects name; empty if they name none or several.
   *
   * @param given what {@code -n} says
   * @throws InputException if an object names another than {@code -n}
   */
  Optional<String> namespace(Optional<String> given) {
    List<String> named =
        objects.stream()
            .map(Manifests.InFull::object)
            .peek(o -> given.ifPresent(n -> requireSame(o, n)))
            .map(ApiObject::namespace)
            .filter(n -> !n.isEmpty())
            .distinct()
            .toList();
    return named.size() == 1 ? Optional.of(named.get(0)) : Optional.empty();
  }

  /** Returns the subjects, in a namespace where they name none. */
  Subjects orIn(Optional<String> namespace) {
    String otherwise = namespace.orElse("default");
    return new Subjects(
        file,
        objects.stream()
            .map(o -> new Manifests.InFull(placed(o.object(), otherwise), o.fields(), o.decoding()))
            .toList());
  }

  /**
   * Returns a cluster whose answers say which objects the API server can't decode, and which Kueue
   * starts.
   */
  Cluster in(Cluster cluster) {
    KubernetesVersion version = cluster.controlPlane().version();
    List<String> notes =
        objects.stream()
            .flatMap(
                o ->
                    Stream.concat(
                        o.note(version).stream(),
                        QueuedManifest.note(cluster, o.object()).stream()))
            .toList();
    return notes.isEmpty()
        ? cluster
        : cluster.withOmissions(
            Stream.concat(cluster.omissions().stream(), notes.stream()).toList());
  }

  /** Returns the only pod, or the pod of the only workload. */
  Pod pod() {
    List<ApiObject> found =
        objects.stream()
            .map(Manifests.InFull::object)
            .filter(o -> o instanceof Pod || o instanceof Workload)
            .toList();
    if (found.size() != 1) {
      throw new InputException(
          file
              + " has "
              + (found.isEmpty() ? "no pod or pod template" : "more than one pod or pod template")
              + ", exactly one is required");
    }
    if (found.get(0) instanceof Pod pod) {
      return pod;
    }
    Workload workload = (Workload) found.get(0);
    if (workload.details() instanceof WorkloadDetails.DaemonSet) {
      throw new InputException(
          file
              + " has a DaemonSet, whose pods are one for each node and can't be copied; see whether"
              + " they fit with plimsoll explain -f or plimsoll check");
    }
    return new PodTemplateOwner(workload, workload.templates().get(0), List.of(), 1, List.of())
        .missingPods()
        .get(0);
  }

  private static void requireSame(ApiObject object, String given) {
    String own = object.namespace();
    if (!own.isEmpty() && !own.equals(given)) {
      throw new InputException(
          object.type().kind()
              + " "
              + object.name()
              + " is in namespace "
              + own
              + ", but --namespace is "
              + given
              + "; leave -n out, or pass -n "
              + own);
    }
  }

  private static ApiObject placed(ApiObject object, String otherwise) {
    if (!(object instanceof Pod || object instanceof Workload)) {
      return object;
    }
    String own = object.namespace();
    ObjectMeta metadata = named(object.metadata()).withNamespace(own.isEmpty() ? otherwise : own);
    return object instanceof Workload w
        ? w.withMetadata(metadata)
        : ((Pod) object).withMetadata(metadata);
  }

  /** Returns the metadata with a name that shows what the API server would add to. */
  private static ObjectMeta named(ObjectMeta metadata) {
    return metadata.name().isEmpty() && !metadata.generateName().isEmpty()
        ? metadata.withName(metadata.generateName() + "…")
        : metadata;
  }
}
