package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.Gap;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the object of a set that causes a gap: the gap's own object, or else a quota of its
 * namespace that limits the resource. Where there is neither, the cause is the object that requests
 * most of the resource, objects of the namespace first.
 */
final class Responsible {
  private final List<CheckedObject> set;

  Responsible(List<CheckedObject> set) {
    this.set = List.copyOf(set);
  }

  /**
   * A field of the set.
   *
   * @param checked the object
   * @param path the steps to the field
   */
  record Field(CheckedObject checked, List<String> path) {
    Field {
      path = List.copyOf(path);
    }
  }

  /** Returns the namespaces of the set. */
  Set<String> namespaces() {
    return set.stream()
        .map(o -> o.object().namespace())
        .filter(n -> !n.isEmpty())
        .collect(Collectors.toSet());
  }

  /** Returns whether the set has an object in a namespace. */
  boolean isIn(String namespace) {
    return namespaces().contains(namespace);
  }

  /** Returns whether the set has an object. */
  boolean has(ObjectReference reference) {
    return set.stream().anyMatch(o -> o.is(reference));
  }

  Optional<Field> of(Gap gap, List<ObjectReference> workloads) {
    Optional<CheckedObject> own = set.stream().filter(o -> o.is(gap.object())).findFirst();
    return own.map(o -> field(o, gap.resource()))
        .or(() -> quota(gap))
        .or(
            () ->
                set.stream()
                    .filter(o -> workloads.stream().anyMatch(o::is))
                    .findFirst()
                    .map(o -> field(o, gap.resource())))
        .or(() -> largest(gap))
        .or(() -> set.stream().findFirst().map(o -> new Field(o, List.of())));
  }

  private Optional<Field> quota(Gap gap) {
    return set.stream()
        .filter(o -> isQuota(o.object()))
        .filter(o -> gap.namespace().isEmpty() || o.object().namespace().equals(gap.namespace()))
        .filter(o -> limits(o.object(), gap.resource()))
        .findFirst()
        .map(o -> field(o, gap.resource()));
  }

  private static boolean isQuota(ApiObject object) {
    return object instanceof ResourceQuota || object instanceof LimitRange;
  }

  private static boolean limits(ApiObject object, String resource) {
    return !(object instanceof ResourceQuota quota)
        || resource.isEmpty()
        || key(quota, resource).isPresent();
  }

  private static Optional<String> key(ResourceQuota quota, String resource) {
    return quota.spec().hard().names().stream()
        .map(ResourceName::name)
        .filter(
            k ->
                k.equals(resource)
                    || k.equals("requests." + resource)
                    || k.equals("limits." + resource))
        .findFirst();
  }

  private Optional<Field> largest(Gap gap) {
    ResourceName resource =
        DecidingField.resource(ResourceName.of(gap.resource().isEmpty() ? "cpu" : gap.resource()));
    return set.stream()
        .filter(o -> ApplyOrder.makesPods(o.object()))
        .max(
            Comparator.comparing(
                    (CheckedObject o) -> o.object().namespace().equals(gap.namespace()))
                .thenComparing(o -> requested(o, resource)))
        .map(o -> field(o, gap.resource()));
  }

  private static Quantity requested(CheckedObject checked, ResourceName resource) {
    Quantity sum = Quantity.ZERO;
    for (PodSpec spec : specs(checked.object())) {
      for (Container container : spec.containers()) {
        sum =
            sum.add(
                container
                    .resources()
                    .requests()
                    .withDefaults(container.resources().limits())
                    .getOrZero(resource));
      }
    }
    return sum;
  }

  private static List<PodSpec> specs(ApiObject object) {
    if (object instanceof Pod pod) {
      return List.of(pod.spec());
    }
    return object instanceof Workload workload
        ? workload.templates().stream().map(Workload.PodTemplate::spec).toList()
        : List.of();
  }

  private static Field field(CheckedObject checked, String resource) {
    if (checked.object() instanceof ResourceQuota quota) {
      return new Field(
          checked,
          key(quota, resource)
              .map(k -> FieldPath.in(List.of("spec", "hard"), k))
              .orElse(List.of("spec", "hard")));
    }
    if (resource.isEmpty() || specs(checked.object()).isEmpty()) {
      return new Field(checked, List.of());
    }
    return new Field(
        checked,
        PodSpecFields.of(checked, specs(checked.object()).get(0))
            .map(
                p ->
                    p.largest(
                        DecidingField.resource(ResourceName.of(resource)),
                        List.of("requests", "limits")))
            .filter(checked::has)
            .orElse(List.of()));
  }
}
