package dev.plimsoll.model.lifetime;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The owner whose pods are taken to run alike: a CronJob, a step of a workflow, a Job or a bare pod
 * by its name without the generated part.
 *
 * @param namespace the namespace
 * @param kind the kind of the owner, {@code Pod} for a pod without one
 * @param name the name without its generated part
 */
public record OwnerKey(String namespace, String kind, String name) implements Comparable<OwnerKey> {
  private static final Comparator<OwnerKey> ORDER =
      Comparator.comparing(OwnerKey::namespace)
          .thenComparing(OwnerKey::kind)
          .thenComparing(OwnerKey::name);

  /** The kinds whose pods end only by rollouts and scaling; mirror pods belong to their node. */
  private static final Set<String> SERVICES =
      Set.of(
          "Deployment",
          "ReplicaSet",
          "ReplicationController",
          "StatefulSet",
          "DaemonSet",
          "Node",
          "DeploymentConfig",
          "Rollout");

  /** A number, a suffix of the API server's alphabet, or a hash, at the end of a name. */
  private static final Pattern GENERATED =
      Pattern.compile("(?:[-_.]?\\d+|[-.][bcdfghjklmnpqrstvwxz2456789]{5}|[-.][0-9a-f]{8,})$");

  /** Returns the owner of a pod. Owners of its Job are looked up in the cluster. */
  public static OwnerKey of(Pod pod, Cluster cluster) {
    Optional<OwnerReference> controller = pod.metadata().controller();
    if (controller.isEmpty()) {
      String generated = pod.metadata().generateName();
      return new OwnerKey(
          pod.namespace(), "Pod", stem(generated.isEmpty() ? pod.name() : generated));
    }
    OwnerReference owner = controller.get();
    ObjectReference reference =
        new ObjectReference(owner.kind(), pod.namespace(), owner.name(), "");
    Optional<OwnerReference> above =
        owner.kind().equals("Job")
            ? cluster
                .find(
                    Workload.class,
                    pod.namespace(),
                    Workload.identity(
                        new dev.plimsoll.kubernetes.object.GroupResource("batch", "jobs"),
                        reference.name()))
                .flatMap(w -> w.metadata().controller())
            : Optional.empty();
    OwnerReference outermost = above.orElse(owner);
    boolean isNamed = SERVICES.contains(outermost.kind()) || outermost.kind().equals("CronJob");
    return new OwnerKey(
        pod.namespace(), outermost.kind(), isNamed ? outermost.name() : stem(outermost.name()));
  }

  /** Returns whether pods of this owner end only by rollouts and scaling. */
  public boolean isService() {
    return SERVICES.contains(kind);
  }

  /** Returns a name without its generated part; the whole name if nothing else is left. */
  static String stem(String name) {
    String left = name;
    while (true) {
      String less = GENERATED.matcher(left).replaceFirst("");
      less = less.endsWith("-") ? less.substring(0, less.length() - 1) : less;
      if (less.isEmpty() || less.equals(left)) {
        return left;
      }
      left = less;
    }
  }

  @Override
  public int compareTo(OwnerKey other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return kind.toLowerCase(java.util.Locale.ROOT) + "/" + name;
  }
}
