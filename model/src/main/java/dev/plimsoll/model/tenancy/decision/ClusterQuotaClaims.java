package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What tenants may get under ClusterResourceQuotas, where these select all their namespaces. */
final class ClusterQuotaClaims {
  private final List<ClusterQuotaObservation> quotas;
  private final SortedMap<String, Set<String>> namespaces = new TreeMap<>();

  ClusterQuotaClaims(ResourceObservation seen) {
    this.quotas = seen.clusterQuotas();
    seen.namespaces()
        .forEach(
            n -> namespaces.computeIfAbsent(n.tenant(), t -> new TreeSet<>()).add(n.namespace()));
  }

  /** Returns what each quota leaves to those tenants together that have nothing beside it. */
  List<SharedLimit> limits() {
    List<SharedLimit> limits = new ArrayList<>();
    for (ClusterQuotaObservation quota : quotas) {
      Set<String> within = new HashSet<>();
      namespaces.forEach(
          (tenant, some) -> {
            if (quota.namespaces().containsAll(some)) {
              within.add(tenant);
            }
          });
      if (!within.isEmpty()) {
        limits.add(new SharedLimit(quota.units(), within));
      }
    }
    return limits;
  }

  /** Returns the claims with ceilings and guarantees as far as the quotas allow. */
  Map<String, Claim> bounded(Map<String, Claim> claims) {
    Map<String, Claim> bounded = new HashMap<>(claims);
    bounded.replaceAll((tenant, c) -> below(c, most(tenant)));
    for (SharedLimit limit : limits()) {
      Apportionment guarantees =
          ProportionalDivision.divide(
              Math.min(limit.units(), Claim.MAX_UNITS),
              limit.names().stream()
                  .flatMap(t -> Optional.ofNullable(claims.get(t)).stream())
                  .map(
                      c ->
                          new Claim(
                              c.tenant(), c.floor(), 0, Math.min(c.floor(), most(c.tenant()))))
                  .toList());
      limit
          .names()
          .forEach(
              t ->
                  bounded.computeIfPresent(
                      t, (n, c) -> guaranteed(c, Math.min(c.floor(), guarantees.of(n)))));
    }
    return bounded;
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

  /** Returns what the narrowest quota of each of its namespaces allows, each counted once. */
  private long most(String tenant) {
    Set<ClusterQuotaObservation> narrowest = new HashSet<>();
    for (String namespace : namespaces.getOrDefault(tenant, Set.of())) {
      Optional<ClusterQuotaObservation> one =
          quotas.stream()
              .filter(q -> q.namespaces().contains(namespace))
              .min(
                  Comparator.comparingLong(ClusterQuotaObservation::units)
                      .thenComparing(ClusterQuotaObservation::name));
      if (one.isEmpty()) {
        return Claim.MAX_UNITS;
      }
      narrowest.add(one.get());
    }
    return narrowest.isEmpty()
        ? Claim.MAX_UNITS
        : narrowest.stream()
            .mapToLong(ClusterQuotaObservation::units)
            .reduce(0, (a, b) -> Math.min(Claim.MAX_UNITS, a + b));
  }
}
