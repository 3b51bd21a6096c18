package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.math.BigDecimal;
import java.util.Map;

/**
 * The highest usage and demand of tenants over the policy's window, by tenant. A tenant without an
 * entry has no past; the present always counts.
 *
 * @param used what was used
 * @param wanted what was wanted: used, pending and missing
 */
public record UsageHistory(Map<String, Resources> used, Map<String, Resources> wanted) {

  /** No past. */
  public static final UsageHistory NONE = new UsageHistory(Map.of(), Map.of());

  public UsageHistory {
    used = Map.copyOf(used);
    wanted = Map.copyOf(wanted);
  }

  BigDecimal used(String tenant, ResourceName resource) {
    return used.getOrDefault(tenant, Resources.EMPTY).getOrZero(resource).toBigDecimal();
  }

  BigDecimal wanted(String tenant, ResourceName resource) {
    return wanted.getOrDefault(tenant, Resources.EMPTY).getOrZero(resource).toBigDecimal();
  }
}
