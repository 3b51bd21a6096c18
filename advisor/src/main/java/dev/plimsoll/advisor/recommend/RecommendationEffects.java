package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Computes the effect on each namespace of applying all recommendations. */
final class RecommendationEffects {
  private static final Set<GapKind> OF_NODES =
      Set.of(GapKind.QuotaUnreachable, GapKind.QuotasOvercommitted);

  private final TenantCapacity capacity;
  private final Map<String, Count> countsNow;
  private final Map<String, Count> countsThen;
  private final Map<String, List<Gap>> now;
  private final Map<String, List<Gap>> then;

  private record Count(int missing, int admitted, int placed) {
    static final Count NONE = new Count(0, 0, 0);

    Count plus(SimulationRun simulationRun) {
      return new Count(
          missing + simulationRun.attempts().size(),
          admitted + simulationRun.admitted(),
          placed + simulationRun.placed());
    }
  }

  RecommendationEffects(
      Simulation simulation,
      Simulation applied,
      TenantCapacity capacity,
      List<Gap> now,
      List<Gap> then) {
    this.capacity = capacity;
    CapacityPolicy policy = capacity.policy();
    this.countsNow = counts(simulation, policy);
    this.countsThen = counts(applied, policy);
    this.now = now.stream().collect(Collectors.groupingBy(Gap::namespace));
    this.then = then.stream().collect(Collectors.groupingBy(Gap::namespace));
  }

  RecommendationEffect in(String namespace) {
    Count before = countsNow.getOrDefault(namespace, Count.NONE);
    Count after = countsThen.getOrDefault(namespace, Count.NONE);
    List<Gap> gapsBefore = now.getOrDefault(namespace, List.of());
    List<Gap> gapsAfter = then.getOrDefault(namespace, List.of());
    return new RecommendationEffect(
        before.missing(),
        before.admitted(),
        after.admitted(),
        before.placed(),
        after.placed(),
        without(gapsBefore, gapsAfter),
        without(gapsAfter, gapsBefore).stream().filter(g -> !isOfNodesToCome(g)).toList());
  }

  /** Returns the gaps in the first list that the second lacks. */
  private static List<Gap> without(List<Gap> some, List<Gap> others) {
    return some.stream().filter(g -> others.stream().noneMatch(o -> isSame(o, g))).toList();
  }

  /** Returns whether a quota is only beyond the existing nodes, and more nodes may come. */
  private boolean isOfNodesToCome(Gap gap) {
    return OF_NODES.contains(gap.kind())
        && capacity.policy().resources().stream()
            .filter(r -> capacity.toCome(r).signum() > 0)
            .anyMatch(
                r -> QuotaKeys.chargedKeys(r.name()).contains(ResourceName.of(gap.resource())));
  }

  private static boolean isSame(Gap a, Gap b) {
    return a.kind() == b.kind()
        && a.object().equals(b.object())
        && a.resource().equals(b.resource());
  }

  /** Creates all missing pods of tenants, one workload after the other. */
  private static Map<String, Count> counts(Simulation simulation, CapacityPolicy policy) {
    TenantNamespaces tenants = TenantNamespaces.of(simulation.cluster(), policy);
    Map<String, Count> counts = new HashMap<>();
    Simulation current = simulation;
    for (PodTemplateOwner owner : simulation.workloads().templateOwners().toList()) {
      String namespace = owner.workload().namespace();
      if (tenants.tenantOf(namespace).isPresent()) {
        SimulationRun simulationRun = SimulationRun.create(current, owner.missingPods());
        current = simulationRun.after();
        counts.put(namespace, counts.getOrDefault(namespace, Count.NONE).plus(simulationRun));
      }
    }
    return counts;
  }
}
