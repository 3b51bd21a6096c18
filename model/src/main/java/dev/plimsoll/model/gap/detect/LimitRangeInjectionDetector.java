package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.limits.Injection;
import dev.plimsoll.kubernetes.limits.LimitRanger;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.WorkloadDenial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds defaults of limit ranges that charge pods for unrequested resources. Extended resources
 * always count, others if a quota denies pods for just that resource.
 */
final class LimitRangeInjectionDetector implements GapDetector {

  /** The effect of one default: the owners of affected pods, and the amount that each pod gets. */
  private record InjectedDefault(List<WorkloadPods> workloads, Quantity each, int pods) {
    InjectedDefault with(InjectedDefault other) {
      List<WorkloadPods> all = new ArrayList<>(workloads);
      all.addAll(other.workloads);
      return new InjectedDefault(all, Quantity.max(each, other.each), pods + other.pods);
    }
  }

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.LimitRangeInjects);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return context.unread(List.of(LimitRange.RESOURCE)).and(PodRequirements.ofDenials(context));
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    return context
        .examination()
        .each(context.limitRanges(), ApiObject::reference, l -> findings(context, l));
  }

  private static List<Finding> findings(DetectionContext context, LimitRange limitRange) {
    Map<ResourceName, InjectedDefault> defaults = new LinkedHashMap<>();
    for (WorkloadPods workload : context.simulation().workloads().list(limitRange.namespace())) {
      for (PodTemplateOwner owner : workload.templateOwners()) {
        int pods = owner.pods().size() + owner.missing();
        if (pods > 0 && context.knows(owner.requirements())) {
          requests(context, limitRange, workload, owner)
              .forEach(
                  (resource, each) ->
                      defaults.merge(
                          resource,
                          new InjectedDefault(List.of(workload), each, pods),
                          InjectedDefault::with));
        }
      }
    }
    return defaults.entrySet().stream()
        .map(d -> finding(context, limitRange, d.getKey(), d.getValue()))
        .toList();
  }

  /** Returns the amounts that the limit range adds to the requests of one of the owner's pods. */
  private static Map<ResourceName, Quantity> requests(
      DetectionContext context,
      LimitRange limitRange,
      WorkloadPods workload,
      PodTemplateOwner owner) {
    Pod pod = DetectionContext.podOf(owner.workload(), owner.template());
    Map<ResourceName, Quantity> requests = new LinkedHashMap<>();
    for (Injection injection : LimitRanger.admit(pod, List.of(limitRange)).injections()) {
      if (injection.target() == Injection.Target.REQUEST
          && matters(context, workload, injection.resource())) {
        requests.merge(injection.resource(), injection.quantity(), Quantity::add);
      }
    }
    requests.values().removeIf(q -> q.signum() <= 0);
    return requests;
  }

  private static boolean matters(
      DetectionContext context, WorkloadPods workload, ResourceName resource) {
    return resource.isExtended()
        || context.denialsOf(workload).stream()
            .flatMap(d -> d.report().exceededQuota().stream())
            .flatMap(e -> e.limited().names().stream())
            .anyMatch(
                key ->
                    key.equals(resource)
                        || key.name().equals("requests." + resource)
                        || key.name().equals("limits." + resource));
  }

  private static Finding finding(
      DetectionContext context,
      LimitRange limitRange,
      ResourceName resource,
      InjectedDefault injected) {
    String labels =
        injected.workloads().stream()
            .map(WorkloadPods::label)
            .distinct()
            .collect(Collectors.joining(", "));
    Optional<WorkloadDenial> denial =
        context.denialsIn(limitRange.namespace()).stream()
            .filter(d -> injected.workloads().contains(d.workload()))
            .findFirst();
    String consequence =
        denial.isPresent()
            ? "; the denied pods are charged for it"
            : "; it is charged and reserved even if unused";
    return FindingBuilder.of(GapKind.LimitRangeInjects, limitRange)
        .resource(resource)
        .message(
            "limit range "
                + limitRange.name()
                + " adds "
                + injected.each()
                + " "
                + resource
                + " to each pod of "
                + labels
                + ", which requests none"
                + consequence)
        .evidence("limitRange", limitRange.name())
        .evidence("default", injected.each())
        .evidence("workloads", labels)
        .evidence("pods", injected.pods())
        .workloads(injected.workloads())
        .pods(denial.map(WorkloadDenial::deniedPods).orElse(0))
        .cost(Costs.denied(context, denial.stream().toList()))
        .cause(
            context,
            new GapCause.InjectedDefault(
                limitRange, resource, injected.workloads().get(0), denial));
  }
}
