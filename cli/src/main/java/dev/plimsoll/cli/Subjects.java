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

/** Finds what a command is asked about in a manifest. */
final class Subjects {
  private Subjects() {}

  /** Returns the objects of a manifest, in a namespace where they don't say one. */
  static List<ApiObject> in(Path file, Optional<String> namespace) {
    List<ApiObject> objects =
        file.toString().equals("-")
            ? Manifests.read(System.in, "standard input")
            : Manifests.read(file);
    return objects.stream().map(o -> placed(o, namespace)).toList();
  }

  /** Returns the one pod of a manifest, or the one that its one workload makes. */
  static Pod podIn(Path file, Optional<String> namespace) {
    List<ApiObject> makers =
        in(file, namespace).stream()
            .filter(o -> o instanceof Pod || o instanceof Workload)
            .toList();
    if (makers.size() != 1) {
      throw new InputException(
          file
              + " has "
              + (makers.isEmpty() ? "no pod and no" : "more than one pod or")
              + " object with a pod template in it: give a manifest with one.");
    }
    if (makers.get(0) instanceof Pod pod) {
      return pod;
    }
    Workload workload = (Workload) makers.get(0);
    return new PodTemplateOwner(workload, workload.templates().get(0), List.of(), 1, List.of())
        .missingPods()
        .get(0);
  }

  private static ApiObject placed(ApiObject object, Optional<String> namespace) {
    String said = object.namespace();
    if (namespace.isPresent() && !said.isEmpty() && !said.equals(namespace.get())) {
      throw new InputException(
          object.type().kind()
              + " "
              + object.name()
              + " says namespace "
              + said
              + ", and --namespace says "
              + namespace.get()
              + ": drop one of them.");
    }
    if (!said.isEmpty() || !(object instanceof Pod || object instanceof Workload)) {
      return object;
    }
    ObjectMeta metadata =
        object.metadata().toBuilder().namespace(namespace.orElse("default")).build();
    return object instanceof Workload w
        ? new Workload(
            metadata,
            w.type(),
            w.resource(),
            w.templates(),
            w.conditions(),
            w.inactive(),
            w.selector())
        : ((Pod) object).withMetadata(metadata);
  }
}
