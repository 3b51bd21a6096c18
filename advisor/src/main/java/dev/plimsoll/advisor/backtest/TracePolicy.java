package dev.plimsoll.advisor.backtest;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.ChangePolicy;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.StepLimits;
import dev.plimsoll.model.tenancy.rebalance.TenantLoad;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a policy says about the GPUs of a trace: guarantees, ceilings, the reserve, and how large a
 * change of a quota may be. A tenant that the policy doesn't name has no guarantee and no ceiling.
 */
public final class TracePolicy {
  /** Nobody is guaranteed anything, nobody has a ceiling, and a change may be of any size. */
  public static final TracePolicy NONE =
      new TracePolicy(Map.of(), Optional.empty(), ChangePolicy.PROPOSED);

  private final Map<String, Tenant> tenants;
  private final Optional<Amount> reserve;
  private final ChangePolicy changePolicy;

  private TracePolicy(
      Map<String, Tenant> tenants, Optional<Amount> reserve, ChangePolicy changePolicy) {
    this.tenants = tenants;
    this.reserve = reserve;
    this.changePolicy = changePolicy;
  }

  /**
   * Returns the bounds of a policy for a trace.
   *
   * @throws InputException if it names a tenant that isn't in the trace, or guarantees more than
   *     there is to give
   */
  public static TracePolicy of(PolicyFile file, DemandTrace trace) {
    CapacityPolicy policy = file.policy();
    Map<String, Tenant> tenants = new HashMap<>();
    policy.tenants().forEach(t -> tenants.put(t.name(), t));
    TracePolicy tracePolicy = new TracePolicy(tenants, gpus(policy.reserve()), policy.changes());
    List<String> problems = new ArrayList<>();
    long capacity = trace.first().capacity();
    long guaranteed = 0;
    for (int i = 0; i < policy.tenants().size(); i++) {
      Tenant tenant = policy.tenants().get(i);
      if (!trace.tenants().contains(tenant.name())) {
        problems.add(
            file.withLocation(
                "spec.tenants[" + i + "].name",
                "tenant "
                    + tenant.name()
                    + " is not in the demand file, which has "
                    + names(trace)));
      }
      long before = guaranteed;
      guaranteed += gpus(tenant.guarantee()).map(a -> floor(a, capacity)).orElse(0L);
      if (before <= tracePolicy.distributable(capacity)
          && guaranteed > tracePolicy.distributable(capacity)) {
        problems.add(
            file.withLocation(
                "spec.tenants[" + i + "].guarantee",
                "including this tenant the guarantees add up to "
                    + guaranteed
                    + " GPUs, more than the "
                    + tracePolicy.distributable(capacity)
                    + " available; lower them"));
      }
    }
    if (!problems.isEmpty()) {
      throw new InputException(String.join("\n", problems));
    }
    return tracePolicy;
  }

  /** Returns what there is to give of a capacity. */
  long distributable(long capacity) {
    return capacity - reserve.map(r -> Math.min(capacity, floor(r, capacity))).orElse(0L);
  }

  StepLimits stepLimits(long capacity) {
    return new StepLimits(
        changePolicy
            .hysteresis()
            .of(BigDecimal.valueOf(capacity))
            .setScale(0, RoundingMode.CEILING)
            .longValue(),
        changePolicy.anySize()
            ? StepLimits.UNLIMITED.step()
            : Math.max(1, floor(changePolicy.step(), capacity)));
  }

  TenantLoad load(String tenant, long entitled, long demand, long capacity) {
    Optional<Tenant> agreed = Optional.ofNullable(tenants.get(tenant));
    long most =
        agreed.flatMap(t -> gpus(t.ceiling())).map(a -> floor(a, capacity)).orElse(Claim.MAX_UNITS);
    long least = agreed.flatMap(t -> gpus(t.guarantee())).map(a -> floor(a, capacity)).orElse(0L);
    return new TenantLoad(tenant, entitled, Math.min(least, most), most, demand);
  }

  private static String names(DemandTrace trace) {
    int shown = 10;
    return String.join(", ", trace.tenants().stream().limit(shown).toList())
        + (trace.tenants().size() > shown
            ? " and " + (trace.tenants().size() - shown) + " more"
            : "");
  }

  private static Optional<Amount> gpus(Map<ResourceName, Amount> amounts) {
    return amounts.entrySet().stream()
        .filter(e -> e.getKey().toString().endsWith("/gpu"))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private static long floor(Amount amount, long capacity) {
    return amount
        .of(BigDecimal.valueOf(capacity))
        .min(BigDecimal.valueOf(Claim.MAX_UNITS))
        .setScale(0, RoundingMode.FLOOR)
        .longValueExact();
  }
}
