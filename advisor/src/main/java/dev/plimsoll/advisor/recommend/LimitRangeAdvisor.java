package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.limits.LimitRanger;
import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.LimitRangeItem;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Proposes better defaults if a limit range's default determines the charges of pods. An extended
 * resource gets no default, since nobody needs it without a request. Other resources get the median
 * of the containers' explicit requests.
 *
 * <p>What limit ranges fill in is found by {@link LimitRanger}.
 */
final class LimitRangeAdvisor {
  private LimitRangeAdvisor() {}

  static List<LimitRangeAdvice> of(Cluster cluster, CapacityPolicy policy, List<Gap> gaps) {
    TenantNamespaces tenants = TenantNamespaces.of(cluster, policy);
    List<LimitRangeAdvice> advice = new ArrayList<>();
    for (Gap gap : gaps) {
      if (gap.kind() == GapKind.LimitRangeInjects
          && tenants.tenantOf(gap.namespace()).isPresent()) {
        cluster
            .find(LimitRange.class, gap.namespace(), gap.object().name())
            .flatMap(l -> advice(cluster, l, gap))
            .ifPresent(advice::add);
      }
    }
    return List.copyOf(advice);
  }

  private static Optional<LimitRangeAdvice> advice(Cluster cluster, LimitRange range, Gap gap) {
    ResourceName resource = ResourceName.of(gap.resource());
    Quantity now =
        range.limits().stream()
            .flatMap(i -> i.defaultRequests().get(resource).stream())
            .findFirst()
            .or(
                () ->
                    range.limits().stream()
                        .flatMap(i -> i.defaultLimits().get(resource).stream())
                        .findFirst())
            .orElse(Quantity.ZERO);
    Optional<Quantity> better =
        resource.isExtended() ? Optional.empty() : usual(cluster, range.namespace(), resource);
    if (better.filter(now::equals).isPresent() || (!resource.isExtended() && better.isEmpty())) {
      return Optional.empty();
    }
    List<LimitRangeItem> items =
        range.limits().stream().map(i -> with(i, resource, better)).toList();
    String instead =
        better
            .map(b -> "; the median of what containers request explicitly is " + b)
            .orElse("; pods that need it should request it");
    return Optional.of(
        new LimitRangeAdvice(
            range.withLimits(items), resource, now, better, gap.message() + instead));
  }

  private static Optional<Quantity> usual(
      Cluster cluster, String namespace, ResourceName resource) {
    List<Quantity> stated = new ArrayList<>();
    for (Workload workload : cluster.list(Workload.class, namespace)) {
      for (Workload.PodTemplate template : current(workload)) {
        for (Container container : template.spec().containers()) {
          container
              .resources()
              .requests()
              .withDefaults(container.resources().limits())
              .get(resource)
              .ifPresent(stated::add);
        }
      }
    }
    List<Quantity> sorted = stated.stream().sorted().toList();
    return sorted.isEmpty() ? Optional.empty() : Optional.of(sorted.get(sorted.size() / 2));
  }

  /** A Deployment keeps the ReplicaSets of its former templates without pods. */
  private static List<Workload.PodTemplate> current(Workload workload) {
    return workload.templates().stream()
        .filter(t -> workload.metadata().controller().isEmpty() || t.replicas().orElse(1) > 0)
        .toList();
  }

  private static LimitRangeItem with(
      LimitRangeItem item, ResourceName resource, Optional<Quantity> better) {
    return item.replaceDefaults(
        replaced(item.defaultLimits(), resource, better),
        replaced(item.defaultRequests(), resource, better));
  }

  private static Resources replaced(
      Resources defaults, ResourceName resource, Optional<Quantity> better) {
    if (!defaults.contains(resource)) {
      return defaults;
    }
    return better.map(b -> defaults.with(resource, b)).orElse(defaults.without(resource));
  }
}
