package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Container;
import dev.plimsoll.model.object.LimitRange;
import dev.plimsoll.model.object.LimitRangeItem;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Trial;
import dev.plimsoll.model.workload.PodGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Proposes to state what a limit range fills in, or to take its default or the whole of it away.
 */
final class LimitRangeProposal {

  private LimitRangeProposal() {}

  /** Takes a limit range that refuses pods away. */
  static List<Remedy> propose(Scene scene, Refusals.Refused refused, String limitRange) {
    String namespace = refused.group().root().namespace();
    Change change = new Change.RemoveLimitRange(namespace, limitRange);
    Trial trial = Trial.create(scene.world().with(change), RefusedPods.missing(refused));
    return List.of(
        new Remedy(
            "change the request to what limit range "
                + limitRange
                + " allows, or the limit range"
                + " (tried without it)",
            Optional.of("kubectl edit limitrange " + limitRange + " -n " + namespace),
            Optional.empty(),
            List.of("--remove-limitrange", namespace + "/" + limitRange),
            trial.allPlaced(),
            trial.summary()));
  }

  /** States a zero in the pods, or takes the default out of the limit range. */
  static List<Remedy> withoutDefault(
      Scene scene,
      LimitRange limitRange,
      ResourceName resource,
      List<PodGroup> groups,
      Optional<Refusals.Refused> refused) {
    List<Remedy> remedies = new ArrayList<>();
    if (resource.isExtended()) {
      remedies.add(stateZero(scene, resource, groups.get(0), refused));
    }
    remedies.add(dropDefault(scene, limitRange, resource, refused));
    return remedies;
  }

  private static Remedy stateZero(
      Scene scene, ResourceName resource, PodGroup group, Optional<Refusals.Refused> refused) {
    List<Container> containers = group.makers().get(0).template().spec().containers();
    StringBuilder yaml = new StringBuilder("containers:\n");
    for (Container container : containers) {
      yaml.append("- name: ").append(container.name()).append("\n  resources:\n");
      yaml.append("    limits:\n      ").append(resource).append(": \"0\"\n");
    }
    Trial trial =
        Trial.create(
            scene.world(),
            refused.map(RefusedPods::missing).orElse(List.of()).stream()
                .map(p -> zero(p, resource))
                .toList());
    return Patches.ofPodSpec(
            group,
            "state "
                + resource
                + ": 0 in the containers of "
                + group.label()
                + " if they need none",
            yaml.toString())
        .tried(trial, refused.isPresent() ? "" : "its next pods are charged none");
  }

  private static Pod zero(Pod pod, ResourceName resource) {
    List<Container> containers =
        pod.spec().containers().stream()
            .map(
                c ->
                    c.resources().requests().contains(resource)
                        ? c
                        : c.withResources(
                            c.resources()
                                .withLimits(c.resources().limits().with(resource, Quantity.ZERO))
                                .withRequests(
                                    c.resources().requests().with(resource, Quantity.ZERO))))
            .toList();
    return pod.withSpec(pod.spec().toBuilder().containers(containers).build());
  }

  private static Remedy dropDefault(
      Scene scene,
      LimitRange limitRange,
      ResourceName resource,
      Optional<Refusals.Refused> refused) {
    List<LimitRangeItem> items =
        limitRange.limits().stream().map(i -> without(i, resource)).toList();
    Change change = new Change.Apply(limitRange.withLimits(items));
    Trial trial =
        Trial.create(
            scene.world().with(change), refused.map(RefusedPods::missing).orElse(List.of()));
    String where = limitRange.namespace() + "/" + limitRange.name();
    return new Remedy(
        "take " + resource + " out of the defaults of limit range " + limitRange.name(),
        Optional.of(
            "kubectl edit limitrange " + limitRange.name() + " -n " + limitRange.namespace()),
        Optional.empty(),
        limitRange.limits().size() == 1 ? List.of("--remove-limitrange", where) : List.of(),
        refused.isEmpty() || trial.allPlaced(),
        refused.isEmpty() ? "its next pods are charged none" : trial.summary());
  }

  private static LimitRangeItem without(LimitRangeItem item, ResourceName resource) {
    return new LimitRangeItem(
        item.type(),
        item.max(),
        item.min(),
        item.defaultLimits().without(resource),
        item.defaultRequests().without(resource),
        item.maxLimitRequestRatio());
  }
}
