package dev.plimsoll.model.gap;

import dev.plimsoll.model.limits.Injection;
import dev.plimsoll.model.limits.LimitRanger;
import dev.plimsoll.model.object.LimitRange;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quota.QuotaDenial;
import dev.plimsoll.model.workload.PodTemplateOwner;
import dev.plimsoll.model.workload.WorkloadPods;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds defaults of limit ranges that pods are charged for without having asked: extended resources
 * always, others where a quota refuses pods for just that resource.
 */
final class LimitRangeInjectionDetector implements GapDetector {

  private record Key(String limitRange, ResourceName resource) {}

  /** What one default does: to whom, and how much each pod is given. */
  private record InjectedDefault(List<WorkloadPods> groups, Quantity each, int pods) {
    InjectedDefault with(WorkloadPods group, Quantity quantity, int more) {
      List<WorkloadPods> all = new ArrayList<>(groups);
      all.add(group);
      return new InjectedDefault(all, Quantity.max(each, quantity), pods + more);
    }
  }

  @Override
  public List<Finding> detect(DetectionContext detectionContext) {
    List<Finding> found = new ArrayList<>();
    for (LimitRange limitRange : detectionContext.limitRanges()) {
      Map<Key, InjectedDefault> injectedDefaults = new LinkedHashMap<>();
      for (WorkloadPods group :
          detectionContext.simulation().workloads().list(limitRange.namespace())) {
        injectedDefaults(detectionContext, limitRange, group, injectedDefaults);
      }
      injectedDefaults.forEach(
          (key, injectedDefault) ->
              found.add(finding(detectionContext, limitRange, key, injectedDefault)));
    }
    return found;
  }

  private static void injectedDefaults(
      DetectionContext detectionContext,
      LimitRange limitRange,
      WorkloadPods group,
      Map<Key, InjectedDefault> injectedDefaults) {
    for (PodTemplateOwner maker : group.templateOwners()) {
      Pod asked = DetectionContext.podOf(maker.workload(), maker.template());
      Map<ResourceName, Quantity> given = new LinkedHashMap<>();
      for (Injection injection : LimitRanger.admit(asked, List.of(limitRange)).injections()) {
        if (injection.target() == Injection.Target.REQUEST
            && matters(detectionContext, group, injection.resource())) {
          given.merge(injection.resource(), injection.quantity(), Quantity::add);
        }
      }
      int pods = maker.pods().size() + maker.missing();
      given.forEach(
          (resource, quantity) -> {
            if (quantity.signum() > 0 && pods > 0) {
              injectedDefaults.merge(
                  new Key(limitRange.name(), resource),
                  new InjectedDefault(List.of(group), quantity, pods),
                  (old, add) -> old.with(group, quantity, pods));
            }
          });
    }
  }

  private static boolean matters(
      DetectionContext detectionContext, WorkloadPods group, ResourceName resource) {
    return resource.isExtended()
        || detectionContext.denials().stream()
            .filter(r -> r.group().root().equals(group.root()))
            .flatMap(r -> r.attempt().admission().flatMap(a -> a.quotaDenial()).stream())
            .filter(QuotaDenial.Exceeded.class::isInstance)
            .map(QuotaDenial.Exceeded.class::cast)
            .flatMap(e -> e.limited().names().stream())
            .anyMatch(
                key ->
                    key.equals(resource)
                        || key.name().equals("requests." + resource)
                        || key.name().equals("limits." + resource));
  }

  private static Finding finding(
      DetectionContext detectionContext,
      LimitRange limitRange,
      Key key,
      InjectedDefault injectedDefault) {
    List<String> labels =
        injectedDefault.groups().stream().map(WorkloadPods::label).distinct().toList();
    Optional<WorkloadDenials.WorkloadDenial> refused =
        detectionContext.denials().stream()
            .filter(r -> injectedDefault.groups().contains(r.group()))
            .findFirst();
    String consequence =
        refused.isPresent()
            ? "; that is what the refused pods are charged for"
            : "; it is charged and set aside whether they use it or not";
    return FindingBuilder.of(GapKind.LimitRangeInjects, limitRange)
        .resource(key.resource())
        .message(
            "limit range "
                + limitRange.name()
                + " gives each pod of "
                + String.join(", ", labels)
                + " "
                + injectedDefault.each()
                + " "
                + key.resource()
                + " that it didn't ask for"
                + consequence)
        .evidence("limitRange", limitRange.name())
        .evidence("default", injectedDefault.each())
        .evidence("workloads", String.join(", ", labels))
        .evidence("pods", injectedDefault.pods())
        .pods(refused.map(WorkloadDenials.WorkloadDenial::deniedPods).orElse(0))
        .remedies(
            () ->
                LimitRangeProposer.withoutDefault(
                    detectionContext,
                    limitRange,
                    key.resource(),
                    injectedDefault.groups(),
                    refused));
  }
}
