package dev.plimsoll.advisor.backtest;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.ChangeLimits;
import dev.plimsoll.model.tenancy.ChangePolicy;
import dev.plimsoll.model.tenancy.ConfidenceLevel;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.LostCapacity;
import dev.plimsoll.model.tenancy.NamespaceSelection;
import dev.plimsoll.model.tenancy.Tenant;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The parts of a policy about the GPUs of a trace: guarantees, ceilings, reserve, division, and
 * limits of changes. A tenant that the policy doesn't name has no guarantee and no ceiling.
 */
public final class TracePolicy {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");

  private static final ChangeLimits UNLIMITED =
      new ChangeLimits(
          ChangeLimits.MAX_QUOTAS,
          new Amount.Absolute(Quantity.of(DividedResource.MAX_UNITS)),
          ConfidenceLevel.LOW);

  /**
   * Nobody is guaranteed anything, nobody has a ceiling, and changes are of any size and number.
   */
  public static final TracePolicy NONE =
      new TracePolicy(
          CapacityPolicy.proportional("backtest", List.of(), List.of(DividedResource.of(GPU)))
              .withDivision(new Division.Demand(Duration.ZERO, BigDecimal.ONE))
              .withChanges(ChangePolicy.PROPOSED.withLimits(UNLIMITED)));

  private static final Duration FOREVER = Duration.ofDays(3650);

  private final CapacityPolicy policy;

  private TracePolicy(CapacityPolicy policy) {
    this.policy = policy;
  }

  /**
   * Returns the bounds of a policy for a trace.
   *
   * @throws InputException if it divides no GPUs, or names a tenant that isn't in the trace
   */
  public static TracePolicy of(PolicyFile file, DemandTrace trace) {
    CapacityPolicy policy = file.policy();
    List<DividedResource> gpus =
        policy.resources().stream().filter(r -> r.name().name().endsWith("/gpu")).toList();
    if (gpus.isEmpty()) {
      throw new InputException(
          file.withLocation(
              "spec.resources",
              "no resource ends in /gpu, so there is nothing to replay; add nvidia.com/gpu"));
    }
    List<String> problems = new ArrayList<>();
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
    }
    if (!problems.isEmpty()) {
      throw new InputException(problems);
    }
    return new TracePolicy(policy.withResources(List.of(gpus.get(0))));
  }

  /** Returns whether shares lean by what tenants had of late. */
  boolean leans() {
    return policy.division().leaning().isPresent();
  }

  /** Returns the same without a history. */
  TracePolicy withoutHistory() {
    return policy.division() instanceof Division.Demand demand
        ? new TracePolicy(
            policy.withDivision(new Division.Demand(demand.window(), demand.overcommit())))
        : this;
  }

  /** Returns how long lost capacity may count. */
  Duration longestLoss() {
    LostCapacity lost = policy.changes().lostCapacity();
    boolean forever = lost.beyond() == LostCapacity.Beyond.PERSON;
    Duration longest = forever ? FOREVER : lost.period();
    return longest.compareTo(lost.grace()) > 0 ? longest : lost.grace();
  }

  /** Returns the policy with the tenants of a trace, whose quotas are their weights. */
  CapacityPolicy of(List<String> tenants, List<Long> quotas) {
    List<Tenant> weighted = new ArrayList<>();
    for (int i = 0; i < tenants.size(); i++) {
      Optional<Tenant> agreed = policy.tenant(tenants.get(i));
      weighted.add(
          new Tenant(
              tenants.get(i),
              NamespaceSelection.named(tenants.get(i)),
              quotas.get(i),
              agreed.map(Tenant::guarantee).orElse(Map.of()),
              agreed.map(Tenant::ceiling).orElse(Map.of())));
    }
    return policy.withTenants(weighted);
  }

  private static String names(DemandTrace trace) {
    int shown = 10;
    return String.join(", ", trace.tenants().stream().limit(shown).toList())
        + (trace.tenants().size() > shown
            ? " and " + (trace.tenants().size() - shown) + " more"
            : "");
  }
}
