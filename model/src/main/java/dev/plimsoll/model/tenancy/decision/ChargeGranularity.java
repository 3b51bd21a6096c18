package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.LimitRangeItem;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.TenantDemands;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The multiple of units in which the pods of a namespace are charged, if a limit range's default
 * determines it. It is the greatest common divisor of the default and the charges of all its pods.
 */
final class ChargeGranularity {
  private ChargeGranularity() {}

  /** Returns the multiples by namespace, those above 1 only. */
  static Map<String, Long> of(Cluster cluster, Workloads workloads, DividedResource resource) {
    Map<String, Long> multiples = new TreeMap<>();
    for (LimitRange range : cluster.list(LimitRange.class)) {
      for (LimitRangeItem item : range.limits()) {
        Quantity charge =
            item.defaultRequests()
                .get(resource.name())
                .or(() -> item.defaultLimits().get(resource.name()))
                .orElse(Quantity.ZERO);
        if (item.type().equals("Container") && charge.signum() > 0) {
          multiples.merge(range.namespace(), units(charge, resource), ChargeGranularity::divisor);
        }
      }
    }
    if (!multiples.isEmpty()) {
      Stream.concat(
              multiples.keySet().stream()
                  .flatMap(n -> cluster.list(Pod.class, n).stream())
                  .filter(p -> !p.isTerminal()),
              TenantDemands.nextMissingPods(cluster, workloads).stream())
          .forEach(p -> multiples.computeIfPresent(p.namespace(), (n, g) -> with(g, p, resource)));
    }
    multiples.values().removeIf(g -> g <= 1);
    return multiples;
  }

  private static long with(long multiple, Pod pod, DividedResource resource) {
    Quantity charge =
        PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING)
            .getOrZero(resource.name());
    return charge.isZero() ? multiple : divisor(multiple, units(charge, resource));
  }

  /** Returns how many units that is, or 1 if it isn't whole units: then any number is of use. */
  private static long units(Quantity charge, DividedResource resource) {
    long units = resource.unitsFor(charge);
    return resource.quantity(units).compareTo(charge) == 0 ? units : 1;
  }

  private static long divisor(long a, long b) {
    return b == 0 ? a : divisor(b, a % b);
  }
}
