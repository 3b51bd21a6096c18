package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.ChangePolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.NamespaceSelection;
import dev.plimsoll.model.tenancy.Reclaim;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Claimant;
import dev.plimsoll.model.tenancy.division.UnitDemand;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Observations of one resource at random: small, so that what is told apart meets. */
final class RandomObservations {
  static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  static final Instant START = Instant.parse("2026-01-05T12:00:00Z");
  private static final List<String> POOLS = List.of("a", "b", "c");

  /** The most that is seen in a namespace. */
  private static final long HUGE = Claim.MAX_UNITS >> 20;

  private final Random random;

  RandomObservations(Random random) {
    this.random = random;
  }

  /** Returns an observation by a policy of any kind. */
  Observation any() {
    return with(division());
  }

  /**
   * Returns what may be seen an interval later under the same quotas: other demand, other nodes.
   */
  Observation next(Observation seen) {
    ResourceObservation resource = seen.resources().get(0);
    List<NamespaceObservation> namespaces =
        resource.namespaces().stream()
            .map(n -> namespace(n.tenant(), n.namespace()).withQuota(n.quota()))
            .toList();
    return new Observation(
        seen.policy(),
        seen.time().plus(seen.interval().multipliedBy(random.nextInt(4))),
        seen.interval(),
        random.nextInt(4) == 0,
        List.of(seen(seen.policy(), namespaces)));
  }

  /** Returns the same with some numbers that no cluster has. */
  Observation absurd(Observation seen) {
    ResourceObservation resource = seen.resources().get(0);
    List<NamespaceObservation> namespaces =
        resource.namespaces().stream()
            .filter(n -> random.nextInt(4) > 0)
            .map(n -> random.nextBoolean() ? n : huge(n))
            .toList();
    List<PoolObservation> pools =
        random.nextInt(3) == 0
            ? List.of()
            : List.of(PoolObservation.of("a", maybe(0L, DividedResource.MAX_UNITS)));
    return new Observation(
        seen.policy(),
        seen.time(),
        seen.interval(),
        false,
        List.of(
            new ResourceObservation(
                resource.resource(),
                pools,
                resource.claimants(),
                Map.of(),
                namespaces,
                resource.clusterQuotas())));
  }

  private NamespaceObservation huge(NamespaceObservation seen) {
    return new NamespaceObservation(
        seen.tenant(),
        seen.namespace(),
        maybe(seen.quota(), HUGE),
        maybe(0L, HUGE),
        HUGE,
        maybe(seen.denied(), HUGE),
        0,
        maybe(1L, HUGE),
        maybe(0L, HUGE));
  }

  private Observation with(Division division) {
    List<Tenant> tenants = new ArrayList<>();
    List<NamespaceObservation> namespaces = new ArrayList<>();
    for (int t = 0; t < 1 + random.nextInt(6); t++) {
      tenants.add(tenant("t" + t));
      for (int n = 0; n < 1 + random.nextInt(3); n++) {
        namespaces.add(namespace("t" + t, "t" + t + "-" + n));
      }
    }
    CapacityPolicy policy =
        CapacityPolicy.proportional("p", tenants, List.of(DividedResource.of(GPU)))
            .withDivision(division)
            .withReserve(maybe(Map.of(GPU, units(3)), Map.of()))
            .withChanges(changes());
    return new Observation(
        policy, START, Duration.ofMinutes(5), false, List.of(seen(policy, namespaces)));
  }

  private ResourceObservation seen(CapacityPolicy policy, List<NamespaceObservation> namespaces) {
    List<PoolObservation> pools = new ArrayList<>();
    for (String pool : POOLS.subList(0, 1 + random.nextInt(3))) {
      pools.add(PoolObservation.of(pool, random.nextInt(25)));
    }
    Map<String, Long> peaks = new HashMap<>();
    policy.tenants().forEach(t -> peaks.put(t.name(), (long) random.nextInt(12)));
    List<Claimant> claimants =
        policy.tenants().stream().map(t -> claimant(t, namespaces, pools.size())).toList();
    return new ResourceObservation(
        DividedResource.of(GPU), pools, claimants, peaks, namespaces, clusterQuotas(namespaces));
  }

  /** Returns ClusterResourceQuotas over some of the namespaces, which may overlap. */
  private List<ClusterQuotaObservation> clusterQuotas(List<NamespaceObservation> namespaces) {
    List<ClusterQuotaObservation> quotas = new ArrayList<>();
    for (int q = 0; q < maybe(0, random.nextInt(4)); q++) {
      SortedSet<String> selected = new TreeSet<>();
      boolean whole = random.nextBoolean();
      namespaces.stream()
          .filter(n -> whole ? n.tenant().hashCode() % 2 == 0 : random.nextInt(3) == 0)
          .forEach(n -> selected.add(n.namespace()));
      long units = random.nextInt(20);
      if (!selected.isEmpty()) {
        quotas.add(
            new ClusterQuotaObservation(
                "q" + q, Quantity.of(units), Quantity.ZERO, units, selected));
      }
    }
    return quotas;
  }

  private Claimant claimant(Tenant tenant, List<NamespaceObservation> namespaces, int pools) {
    long demand =
        namespaces.stream()
            .filter(n -> n.tenant().equals(tenant.name()))
            .mapToLong(NamespaceObservation::demand)
            .sum();
    Set<String> reach = new TreeSet<>();
    reach.add(POOLS.get(random.nextInt(pools)));
    for (String pool : POOLS.subList(0, pools)) {
      if (random.nextInt(3) > 0) {
        reach.add(pool);
      }
    }
    return new Claimant(
        Claim.of(tenant.name(), tenant.weight()), List.of(new UnitDemand(demand, reach)), reach);
  }

  private Tenant tenant(String name) {
    Map<ResourceName, Amount> guarantee =
        maybe(Map.of(GPU, maybe(units(9), percent(30))), Map.of());
    Map<ResourceName, Amount> ceiling =
        random.nextInt(3) == 0 ? Map.of(GPU, maybe(units(16), percent(80))) : Map.of();
    return new Tenant(name, NamespaceSelection.named(name), random.nextInt(5), guarantee, ceiling);
  }

  private NamespaceObservation namespace(String tenant, String namespace) {
    long running = maybe(0, random.nextInt(7));
    long charged = running + (random.nextInt(3) == 0 ? random.nextInt(4) : 0);
    long denied = maybe(0, random.nextInt(9));
    return new NamespaceObservation(
        tenant,
        namespace,
        random.nextInt(6) == 0 ? NamespaceObservation.NO_QUOTA : random.nextInt(17),
        running,
        charged,
        denied,
        denied == 0 ? 0 : random.nextInt((int) denied + 1),
        random.nextInt(6) == 0 ? 1 + random.nextInt(4) : 1,
        random.nextInt(8) == 0 ? random.nextInt(6) : 0);
  }

  private ChangePolicy changes() {
    return ChangePolicy.PROPOSED
        .withStep(
            random.nextInt(3) == 0
                ? new Amount.Absolute(Quantity.of(1 + random.nextInt(8)))
                : Amount.ALL)
        .withHysteresis(random.nextInt(3) == 0 ? units(4) : Amount.NONE)
        .withReclaim(random.nextInt(4) == 0 ? Reclaim.WHEN_PODS_END : Reclaim.NEVER);
  }

  private Division division() {
    return switch (random.nextInt(4)) {
      case 0 -> new Division.Proportional(overcommit());
      case 1 -> new Division.Generous(new BigDecimal("1.5"), Duration.ZERO, overcommit());
      default -> demand();
    };
  }

  private Division demand() {
    return new Division.Demand(Duration.ZERO, overcommit());
  }

  private BigDecimal overcommit() {
    return random.nextInt(4) == 0 ? new BigDecimal("1.5") : BigDecimal.ONE;
  }

  private Amount units(int below) {
    return new Amount.Absolute(Quantity.of(random.nextInt(below)));
  }

  private Amount percent(int below) {
    return new Amount.Percent(BigDecimal.valueOf(random.nextInt(below)));
  }

  private <T> T maybe(T one, T other) {
    return random.nextBoolean() ? one : other;
  }
}
