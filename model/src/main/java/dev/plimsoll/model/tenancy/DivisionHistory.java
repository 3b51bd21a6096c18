package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How far shares lean towards tenants that had less than their weight of late.
 *
 * @param halfLife the time after which past usage counts half
 * @param influence the part by which a weight may grow or shrink, up to 100 %
 * @param published the accounts that an advisor published, by resource and tenant; the advisor
 *     itself, which keeps accounts, reads none
 */
public record DivisionHistory(
    Duration halfLife,
    Amount.Percent influence,
    Map<ResourceName, Map<String, LeanedWeight>> published) {
  private static final double HUNDRED = 100;

  /** A week, and a half. */
  public static final DivisionHistory DEFAULT =
      new DivisionHistory(Duration.ofDays(7), new Amount.Percent(BigDecimal.valueOf(50)));

  public DivisionHistory {
    published = Map.copyOf(published);
  }

  /** Creates a history without published accounts. */
  public DivisionHistory(Duration halfLife, Amount.Percent influence) {
    this(halfLife, influence, Map.of());
  }

  /** Returns this history with published accounts. */
  public DivisionHistory with(Map<ResourceName, Map<String, LeanedWeight>> accounts) {
    return new DivisionHistory(halfLife, influence, accounts);
  }

  /** Returns the influence as a part of 1. */
  double part() {
    return influence.percent().doubleValue() / HUNDRED;
  }

  /** Returns the published account of a tenant, if there is one. */
  public Optional<LeanedWeight> account(String tenant, ResourceName resource) {
    return Optional.ofNullable(published.getOrDefault(resource, Map.of()).get(tenant));
  }

  /**
   * Returns a weight as the published account leans it, within the influence. Without an account,
   * the weight stays as it is.
   */
  long lean(long weight, String tenant, ResourceName resource) {
    Optional<LeanedWeight> account = account(tenant, resource);
    if (account.isEmpty() || weight == 0) {
      return weight;
    }
    double factor = Math.max(1 - part(), Math.min(1 + part(), account.get().factor()));
    return Math.max(1, Math.round(weight * factor));
  }
}
