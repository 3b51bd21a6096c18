package dev.plimsoll.model.tenancy;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Claimant;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The claim of each tenant on a resource. It follows from the policy, within the limits of
 * ClusterResourceQuotas, and includes the guarantees of approved QuotaRequests. All decisions about
 * shares use these claims, so that a tenant has one share.
 */
public final class ShareClaims {
  private final DividedCapacity capacity;
  private final List<SharedLimit> quotas;
  private final SortedMap<String, Set<String>> namespaces;
  private final Map<String, Claim> agreed;
  private final Map<String, Claim> bounded;
  private final Map<String, Claim> all;

  /**
   * Makes the claims.
   *
   * @param quotas what each ClusterResourceQuota leaves to namespaces of tenants, by its name
   * @param namespaces the tenants' namespaces
   * @param requested how many units approved requests guarantee each tenant
   */
  public ShareClaims(
      DividedCapacity capacity,
      List<SharedLimit> quotas,
      SortedMap<String, Set<String>> namespaces,
      Map<String, Long> requested) {
    this.capacity = capacity;
    this.quotas = List.copyOf(quotas);
    this.namespaces = new TreeMap<>(namespaces);
    this.agreed = ShareBounds.of(capacity);
    this.bounded = within();
    this.all = withRequests(requested, scaled(bounded, capacity.divided()));
  }

  /** Returns the claims by the policy. */
  public Map<String, Claim> agreed() {
    return agreed;
  }

  /** Returns the claims by the policy, within the limits of ClusterResourceQuotas. */
  public Map<String, Claim> bounded() {
    return bounded;
  }

  private Map<String, Claim> within() {
    Map<String, Claim> within = new HashMap<>(agreed);
    within.replaceAll((tenant, c) -> below(c, most(tenant)));
    for (SharedLimit limit : limits()) {
      Apportionment guarantees =
          ProportionalDivision.divide(
              Math.min(limit.units(), Claim.MAX_UNITS),
              limit.names().stream()
                  .flatMap(t -> Optional.ofNullable(agreed.get(t)).stream())
                  .map(
                      c ->
                          new Claim(
                              c.tenant(), c.floor(), 0, Math.min(c.floor(), most(c.tenant()))))
                  .toList());
      limit
          .names()
          .forEach(
              t ->
                  within.computeIfPresent(
                      t, (n, c) -> guaranteed(c, Math.min(c.floor(), guarantees.of(n)))));
    }
    return within;
  }

  /** Returns the claim of a tenant, which is nothing if the policy doesn't have the tenant. */
  public Claim of(String tenant) {
    return all.getOrDefault(tenant, new Claim(tenant, 0, 0, 0));
  }

  /** Returns the claims, by tenant. */
  public Map<String, Claim> all() {
    return all;
  }

  /**
   * Divides the resource.
   *
   * @param tenants who gets a share
   */
  public Apportionment divide(
      Set<String> tenants,
      Map<String, Long> pools,
      List<Claimant> claimants,
      Map<String, Long> peaks) {
    Map<String, Claim> claims = new TreeMap<>();
    Map<String, Long> guaranteed = new HashMap<>();
    for (String tenant : tenants) {
      Claim claim = of(tenant);
      claims.put(tenant, claim);
      guaranteed.put(tenant, claim.floor());
    }
    return SharedLimit.divide(
        limits(),
        guaranteed,
        most -> {
          Map<String, Claim> held = new TreeMap<>(claims);
          most.forEach((tenant, units) -> held.computeIfPresent(tenant, (t, c) -> below(c, units)));
          return ResourceDivision.divide(capacity, pools, held, claimants, peaks);
        });
  }

  /**
   * Returns each quota's limit on its tenants together, for tenants without a namespace outside
   * that quota.
   */
  private List<SharedLimit> limits() {
    return quotas.stream()
        .map(quota -> new SharedLimit(quota.units(), tenantsWithin(quota)))
        .filter(limit -> !limit.names().isEmpty())
        .toList();
  }

  private Set<String> tenantsWithin(SharedLimit quota) {
    Set<String> within = new HashSet<>();
    namespaces.forEach(
        (tenant, some) -> {
          if (quota.names().containsAll(some)) {
            within.add(tenant);
          }
        });
    return within;
  }

  private static Claim below(Claim claim, long most) {
    return new Claim(
        claim.tenant(),
        claim.weight(),
        Math.min(claim.floor(), most),
        Math.min(claim.ceiling(), most));
  }

  private static Claim guaranteed(Claim claim, long units) {
    return new Claim(claim.tenant(), claim.weight(), units, claim.ceiling());
  }

  /**
   * Returns the sum of the narrowest quotas of the tenant's namespaces, each quota counted once.
   */
  private long most(String tenant) {
    Set<SharedLimit> narrowest = new HashSet<>();
    for (String namespace : namespaces.getOrDefault(tenant, Set.of())) {
      Optional<SharedLimit> one =
          quotas.stream()
              .filter(q -> q.names().contains(namespace))
              .min(Comparator.comparingLong(SharedLimit::units));
      if (one.isEmpty()) {
        return Claim.MAX_UNITS;
      }
      narrowest.add(one.get());
    }
    return narrowest.isEmpty()
        ? Claim.MAX_UNITS
        : narrowest.stream()
            .mapToLong(SharedLimit::units)
            .reduce(0, (a, b) -> Math.min(Claim.MAX_UNITS, a + b));
  }

  /** Returns the claims with guarantees that fit: else they are divided in proportion to them. */
  private static Map<String, Claim> scaled(Map<String, Claim> claims, long units) {
    if (guarantees(claims).compareTo(BigInteger.valueOf(units)) <= 0) {
      return claims;
    }
    Apportionment guarantees =
        ProportionalDivision.divide(
            units,
            claims.values().stream()
                .map(c -> new Claim(c.tenant(), 0, c.floor(), c.floor()))
                .toList());
    Map<String, Claim> scaled = new HashMap<>();
    claims.forEach((tenant, c) -> scaled.put(tenant, guaranteed(c, guarantees.of(tenant))));
    return scaled;
  }

  /** Returns the sum of the guarantees. */
  public static BigInteger guarantees(Map<String, Claim> claims) {
    return claims.values().stream()
        .map(c -> BigInteger.valueOf(c.floor()))
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  /** Returns the claims with guarantees of at least what approved requests ask for. */
  private static Map<String, Claim> withRequests(
      Map<String, Long> requested, Map<String, Claim> claims) {
    Map<String, Claim> with = new HashMap<>(claims);
    requested.forEach(
        (tenant, units) ->
            with.computeIfPresent(
                tenant,
                (name, c) -> guaranteed(c, Math.min(c.ceiling(), Math.max(c.floor(), units)))));
    return with;
  }
}
