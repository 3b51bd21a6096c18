package dev.plimsoll.model.gap;

import dev.plimsoll.model.limits.Injection;
import dev.plimsoll.model.limits.LimitRanger;
import dev.plimsoll.model.object.LimitRange;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quota.QuotaRefusal;
import dev.plimsoll.model.workload.PodGroup;
import dev.plimsoll.model.workload.PodMaker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds defaults of limit ranges that pods are charged for without having asked: extended resources
 * always, others where a quota refuses pods for just that resource.
 */
final class LimitRangeInjections implements Detector {

  private record Key(String limitRange, ResourceName resource) {}

  /** What one default does: to whom, and how much each pod is given. */
  private record Effect(List<PodGroup> groups, Quantity each, int pods) {
    Effect with(PodGroup group, Quantity quantity, int more) {
      List<PodGroup> all = new ArrayList<>(groups);
      all.add(group);
      return new Effect(all, Quantity.max(each, quantity), pods + more);
    }
  }

  @Override
  public List<Finding> detect(Scene scene) {
    List<Finding> found = new ArrayList<>();
    for (LimitRange limitRange : scene.limitRanges()) {
      Map<Key, Effect> effects = new LinkedHashMap<>();
      for (PodGroup group : scene.world().workloads().groups(limitRange.namespace())) {
        effects(scene, limitRange, group, effects);
      }
      effects.forEach((key, effect) -> found.add(finding(scene, limitRange, key, effect)));
    }
    return found;
  }

  private static void effects(
      Scene scene, LimitRange limitRange, PodGroup group, Map<Key, Effect> effects) {
    for (PodMaker maker : group.makers()) {
      Pod asked = Scene.podOf(maker.workload(), maker.template());
      Map<ResourceName, Quantity> given = new LinkedHashMap<>();
      for (Injection injection : LimitRanger.admit(asked, List.of(limitRange)).injections()) {
        if (injection.target() == Injection.Target.REQUEST
            && matters(scene, group, injection.resource())) {
          given.merge(injection.resource(), injection.quantity(), Quantity::add);
        }
      }
      int pods = maker.pods().size() + maker.missing();
      given.forEach(
          (resource, quantity) -> {
            if (quantity.signum() > 0 && pods > 0) {
              effects.merge(
                  new Key(limitRange.name(), resource),
                  new Effect(List.of(group), quantity, pods),
                  (old, add) -> old.with(group, quantity, pods));
            }
          });
    }
  }

  private static boolean matters(Scene scene, PodGroup group, ResourceName resource) {
    return resource.isExtended()
        || scene.refusals().stream()
            .filter(r -> r.group().root().equals(group.root()))
            .flatMap(r -> r.attempt().admission().flatMap(a -> a.quotaRefusal()).stream())
            .filter(QuotaRefusal.Exceeded.class::isInstance)
            .map(QuotaRefusal.Exceeded.class::cast)
            .flatMap(e -> e.limited().names().stream())
            .anyMatch(
                key ->
                    key.equals(resource)
                        || key.name().equals("requests." + resource)
                        || key.name().equals("limits." + resource));
  }

  private static Finding finding(Scene scene, LimitRange limitRange, Key key, Effect effect) {
    List<String> labels = effect.groups().stream().map(PodGroup::label).distinct().toList();
    Optional<Refusals.Refused> refused =
        scene.refusals().stream().filter(r -> effect.groups().contains(r.group())).findFirst();
    String consequence =
        refused.isPresent()
            ? "; that is what the refused pods are charged for"
            : "; it is charged and set aside whether they use it or not";
    return GapBuilder.of(GapKind.LimitRangeInjects, limitRange)
        .resource(key.resource())
        .message(
            "limit range "
                + limitRange.name()
                + " gives each pod of "
                + String.join(", ", labels)
                + " "
                + effect.each()
                + " "
                + key.resource()
                + " that it didn't ask for"
                + consequence)
        .evidence("limitRange", limitRange.name())
        .evidence("default", effect.each())
        .evidence("workloads", String.join(", ", labels))
        .evidence("pods", effect.pods())
        .pods(refused.map(Refusals.Refused::refused).orElse(0))
        .remedies(
            () ->
                LimitRangeProposal.withoutDefault(
                    scene, limitRange, key.resource(), effect.groups(), refused));
  }
}
