package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.List;
import java.util.Optional;

/**
 * The fields of the pod spec in a manifest.
 *
 * @param checked the manifest
 * @param spec the steps to the pod spec
 * @param pod the spec
 */
record PodSpecFields(CheckedObject checked, List<String> spec, PodSpec pod) {
  PodSpecFields {
    spec = List.copyOf(spec);
  }

  /** Returns the fields of the template that has these containers, or else of the first one. */
  static Optional<PodSpecFields> of(CheckedObject checked, PodSpec like) {
    if (checked.object() instanceof Pod pod) {
      return Optional.of(new PodSpecFields(checked, List.of("spec"), pod.spec()));
    }
    if (!(checked.object() instanceof Workload workload) || workload.templates().isEmpty()) {
      return Optional.empty();
    }
    Workload.PodTemplate template =
        workload.templates().stream()
            .filter(t -> names(t.spec()).equals(names(like)))
            .findFirst()
            .orElse(workload.templates().get(0));
    return Optional.of(
        new PodSpecFields(
            checked, FieldPath.in(FieldPath.parse(template.path()), "spec"), template.spec()));
  }

  private static List<String> names(PodSpec spec) {
    return spec.containers().stream().map(Container::name).toList();
  }

  List<String> field(String name) {
    return FieldPath.in(spec, name);
  }

  /** Returns the steps to a container. */
  List<String> container(String name) {
    for (String list : List.of("containers", "initContainers")) {
      List<Container> containers = containers(list);
      for (int i = 0; i < containers.size(); i++) {
        if (containers.get(i).name().equals(name)) {
          return FieldPath.in(spec, list, Integer.toString(i));
        }
      }
    }
    return FieldPath.in(spec, "containers");
  }

  /** Returns the amount of a resource in a container: the first kind that the manifest sets. */
  List<String> ofContainer(String name, ResourceName resource, List<String> kinds) {
    return amount(container(name), resource, kinds);
  }

  private List<String> amount(List<String> container, ResourceName resource, List<String> kinds) {
    for (String kind : kinds) {
      List<String> path = FieldPath.in(container, "resources", kind, resource.name());
      if (checked.has(path)) {
        return path;
      }
    }
    return FieldPath.in(container, "resources", kinds.get(0), resource.name());
  }

  /** Returns the largest amount of a resource in any container. */
  List<String> largest(ResourceName resource, List<String> kinds) {
    List<String> largest = List.of();
    Quantity most = Quantity.ZERO;
    for (String list : List.of("containers", "initContainers")) {
      List<Container> containers = containers(list);
      for (int i = 0; i < containers.size(); i++) {
        Quantity amount =
            Quantity.max(
                containers.get(i).resources().requests().getOrZero(resource),
                containers.get(i).resources().limits().getOrZero(resource));
        if (largest.isEmpty() || amount.compareTo(most) > 0) {
          largest = FieldPath.in(spec, list, Integer.toString(i));
          most = amount;
        }
      }
    }
    if (most.isZero() && checked.has(FieldPath.in(spec, "resources"))) {
      return amount(spec, resource, kinds);
    }
    return amount(largest, resource, kinds);
  }

  private List<Container> containers(String list) {
    return list.equals("containers") ? pod.containers() : pod.initContainers();
  }
}
