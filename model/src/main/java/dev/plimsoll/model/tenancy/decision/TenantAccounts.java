package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.ContendedUsage;
import dev.plimsoll.model.tenancy.DivisionHistory;
import dev.plimsoll.model.tenancy.LeanedWeight;
import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * The account of each tenant's contended usage, and its weight after the history's correction.
 * Without a history, weights are as agreed.
 *
 * @param accounts the accounts, by tenant
 * @param weights the weights as they lean, by tenant; none without a history
 */
record TenantAccounts(Map<String, ContendedUsage> accounts, Map<String, LeanedWeight> weights) {

  /** Parts of a weight, so that a weight of 1 can lean. */
  private static final long PARTS = 1 << 10;

  TenantAccounts {
    accounts = Map.copyOf(accounts);
    weights = Map.copyOf(weights);
  }

  /**
   * Returns the accounts after an observation.
   *
   * @param before the accounts after the last one
   * @param since how long ago that was
   * @param hours for how long what is seen counts
   */
  static TenantAccounts of(
      Optional<DivisionHistory> history,
      Map<String, ContendedUsage> before,
      Collection<TenantCeilings> tenants,
      long divided,
      Duration since,
      double hours,
      Instant now) {
    if (history.isEmpty()) {
      return new TenantAccounts(Map.of(), Map.of());
    }
    Map<String, ContendedUsage> accounts = new HashMap<>();
    before.forEach((tenant, a) -> accounts.put(tenant, a.later(since, history.get())));
    boolean contended = tenants.stream().mapToLong(TenantCeilings::demand).sum() > divided;
    Apportionment fair = divide(divided, tenants, TenantCeilings::demand);
    Apportionment entitled = divide(divided, tenants, t -> Claim.MAX_UNITS);
    Map<String, LeanedWeight> weights = new HashMap<>();
    for (TenantCeilings tenant : tenants) {
      ContendedUsage account = accounts.getOrDefault(tenant.name(), ContendedUsage.NONE);
      if (contended) {
        account = account.with(hours, tenant.running(), fair.of(tenant.name()), now);
      }
      accounts.put(tenant.name(), account);
      double factor = account.factor(entitled.of(tenant.name()), history.get());
      weights.put(tenant.name(), new LeanedWeight(account, factor));
    }
    accounts.values().removeIf(ContendedUsage.NONE::equals);
    return new TenantAccounts(accounts, weights);
  }

  private static Apportionment divide(
      long divided, Collection<TenantCeilings> tenants, ToLongFunction<TenantCeilings> most) {
    List<Claim> claims =
        tenants.stream()
            .map(t -> new Claim(t.name(), t.claim().weight(), 0, most.applyAsLong(t)))
            .toList();
    return ProportionalDivision.divide(divided, claims);
  }

  /** Returns a weight as it leans, in parts where there is a history. */
  long weight(String tenant, long agreed) {
    if (weights.isEmpty() || agreed == 0) {
      return agreed;
    }
    LeanedWeight leaned = weights.get(tenant);
    double factor = leaned == null ? 1 : leaned.factor();
    return Math.max(1, Math.round(agreed * factor * PARTS));
  }
}
