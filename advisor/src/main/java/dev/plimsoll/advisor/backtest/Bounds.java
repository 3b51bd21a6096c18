package dev.plimsoll.advisor.backtest;

import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.steering.Load;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What a policy guarantees the tenants of a trace in GPUs, and their ceilings. */
public final class Bounds {
  /** Nobody is guaranteed anything, and nobody has a ceiling. */
  public static final Bounds NONE = new Bounds(Map.of());

  private final Map<String, Tenant> tenants;

  private Bounds(Map<String, Tenant> tenants) {
    this.tenants = tenants;
  }

  /** Returns the bounds of the tenants that the policy names. */
  public static Bounds of(CapacityPolicy policy) {
    Map<String, Tenant> tenants = new HashMap<>();
    policy.tenants().forEach(t -> tenants.put(t.name(), t));
    return new Bounds(tenants);
  }

  Load load(String tenant, long entitled, long demand, long capacity) {
    Optional<Tenant> agreed = Optional.ofNullable(tenants.get(tenant));
    long most = agreed.flatMap(t -> gpus(t.ceiling(), capacity)).orElse(Claim.MAX_UNITS);
    long least = agreed.flatMap(t -> gpus(t.guarantee(), capacity)).orElse(0L);
    return new Load(tenant, entitled, Math.min(least, most), most, demand);
  }

  private static Optional<Long> gpus(Map<ResourceName, Amount> amounts, long capacity) {
    return amounts.entrySet().stream()
        .filter(e -> e.getKey().toString().endsWith("/gpu"))
        .map(e -> e.getValue().of(BigDecimal.valueOf(capacity)))
        .reduce(BigDecimal::add)
        .map(a -> a.min(BigDecimal.valueOf(Claim.MAX_UNITS)).setScale(0, RoundingMode.FLOOR))
        .map(BigDecimal::longValueExact);
  }
}
