package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.file.Manifests;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.Workload;
import dev.plimsoll.model.workload.PodTemplateOwner;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds the objects of a manifest that a command is about. */
final class Subjects {
  private Subjects() {}

  /** Returns the objects of a manifest, in a namespace where they don't say one. */
  static List<ApiObject> in(Path file, Optional<String> namespace) {
    return inFull(file, namespace).stream().map(Manifests.InFull::object).toList();
  }

  /** Returns the objects of a manifest with all fields, in a namespace where they don't say one. */
  static List<Manifests.InFull> inFull(Path file, Optional<String> namespace) {
    List<Manifests.InFull> objects =
        file.toString().equals("-")
            ? Manifests.readInFull(System.in, "standard input")
            : Manifests.readInFull(file);
    return objects.stream()
        .map(o -> new Manifests.InFull(placed(o.object(), namespace), o.fields()))
        .toList();
  }

  /** Returns the one pod of a manifest, or the one that its one workload makes. */
  static Pod podIn(Path file, Optional<String> namespace) {
    List<ApiObject> found =
        in(file, namespace).stream()
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
    return new PodTemplateOwner(workload, workload.templates().get(0), List.of(), 1, List.of())
        .missingPods()
        .get(0);
  }

  private static ApiObject placed(ApiObject object, Optional<String> namespace) {
    String own = object.namespace();
    if (namespace.isPresent() && !own.isEmpty() && !own.equals(namespace.get())) {
      throw new InputException(
          object.type().kind()
              + " "
              + object.name()
              + " is in namespace "
              + own
              + ", but --namespace is "
              + namespace.get());
    }
    if (!(object instanceof Pod || object instanceof Workload)) {
      return object;
    }
    ObjectMeta metadata =
        named(object.metadata()).withNamespace(own.isEmpty() ? namespace.orElse("default") : own);
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
