package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.ShareClaims;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Decides whether the ceilings that can't be changed count as they are. They do if they leave the
 * other ceilings their charges and guarantees. Otherwise the division is as if they could be
 * changed, because the others would have to give way to ceilings beyond the capacity.
 */
final class FixedCeilings {
  private FixedCeilings() {}

  /** Returns the namespaces whose ceilings count as they are: the fixed ones, or none. */
  static Set<String> of(ResourceObservation seen, ShareClaims claims, long divided) {
    Map<String, Long> charged = new HashMap<>();
    for (NamespaceObservation each : seen.namespaces()) {
      charged.merge(each.tenant(), units(seen, each), Long::sum);
    }
    charged.replaceAll((tenant, units) -> Math.max(units, claims.of(tenant).floor()));
    boolean fit = charged.values().stream().mapToLong(Long::longValue).sum() <= divided;
    for (ClusterQuotaObservation quota : seen.clusterQuotas()) {
      fit &=
          quota.units()
              >= seen.namespaces().stream()
                  .filter(n -> quota.namespaces().contains(n.namespace()))
                  .mapToLong(n -> units(seen, n))
                  .sum();
    }
    return fit ? seen.fixed() : Set.of();
  }

  private static long units(ResourceObservation seen, NamespaceObservation namespace) {
    return seen.fixed().contains(namespace.namespace()) && namespace.hasQuota()
        ? namespace.quota()
        : namespace.charged();
  }
}
