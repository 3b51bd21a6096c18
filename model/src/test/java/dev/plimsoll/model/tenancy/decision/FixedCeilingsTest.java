package dev.plimsoll.model.tenancy.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.Reclaim;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Claimant;
import dev.plimsoll.model.tenancy.division.UnitDemand;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class FixedCeilingsTest {
  private static final DividedResource GPU = DividedResource.of(ResourceName.of("nvidia.com/gpu"));

  @Property(tries = 2000)
  void fixed_ceilings_stay_if_they_leave_the_others_enough(
      @ForAll("observations") Observation any) {
    Set<String> fixed = counting(any);
    CeilingPlan plan = Decider.decide(any, State.NONE);

    any.resources().get(0).namespaces().stream()
        .filter(n -> fixed.contains(n.namespace()) && n.hasQuota())
        .forEach(
            n ->
                assertThat(plan.resources().get(0).byNamespace())
                    .containsEntry(n.namespace(), n.quota()));
  }

  @Property(tries = 2000)
  void together_they_are_at_most_what_is_divided(@ForAll("settling") Observation seen) {
    Assume.that(!counting(seen).isEmpty());
    ResourceCeilings decided = Decider.decide(seen, State.NONE).resources().get(0);

    assertThat(decided.ceilings().stream().mapToLong(DecidedCeiling::units).sum())
        .isLessThanOrEqualTo(decided.capacity().divided());
  }

  @Property(tries = 5000)
  void deciding_again_right_after_applying_changes_nothing(@ForAll("settling") Observation seen) {
    CeilingPlan first = Decider.decide(seen, State.NONE);
    Observation applied = after(first, seen);
    Assume.that(!counting(applied).isEmpty());

    assertThat(Decider.decide(applied, first.state()).resources().get(0).byNamespace())
        .isEqualTo(first.resources().get(0).byNamespace());
  }

  /** Returns the namespaces whose ceilings count as fixed. */
  private static Set<String> counting(Observation any) {
    ResourceObservation seen = any.resources().get(0);
    ResourceCeilings decided = Decider.decide(any, State.NONE).resources().get(0);
    return FixedCeilings.of(
        seen, Decider.claims(seen, decided.capacity()), decided.capacity().divided());
  }

  private static Observation after(CeilingPlan plan, Observation seen) {
    SortedMap<String, Long> written = new TreeMap<>(plan.resources().get(0).byNamespace());
    written.keySet().removeAll(fixed(seen));
    return DeciderPropertyTest.withQuotas(seen, written).fixing(fixed(seen));
  }

  @Test
  void what_a_fixed_ceiling_cannot_give_comes_from_another() {
    Map<String, Long> free = decide(Set.of());
    Map<String, Long> fixed = decide(Set.of("git"));

    assertThat(free).containsEntry("waiting", 17L).containsEntry("idle", 8L);
    assertThat(fixed)
        .containsEntry("git", 20L)
        .containsEntry("waiting", 8L)
        .containsEntry("idle", 4L);
  }

  /** 32 units: {@code git} has much to spare, {@code idle} a little. */
  private static Map<String, Long> decide(Set<String> fixed) {
    List<Tenant> tenants =
        List.of(
            Tenant.of("waiting", 1, "waiting"),
            Tenant.of("idle", 1, "idle"),
            Tenant.of("git", 1, "git"));
    CapacityPolicy policy =
        CapacityPolicy.proportional("p", tenants, List.of(GPU))
            .withDivision(new Division.Demand(Duration.ZERO, BigDecimal.ONE));
    ResourceObservation seen =
        new ResourceObservation(
            GPU,
            List.of(PoolObservation.of("a", 32)),
            List.of(claimant("waiting", 12), claimant("idle", 4), claimant("git", 2)),
            Map.of(),
            List.of(
                NamespaceObservation.of("waiting", "waiting", 4, 4, 8),
                NamespaceObservation.of("idle", "idle", 8, 4, 0),
                NamespaceObservation.of("git", "git", 20, 2, 0)));
    Observation observation =
        new Observation(
            policy,
            Instant.parse("2026-01-05T12:00:00Z"),
            Duration.ofMinutes(5),
            false,
            List.of(seen));
    return Decider.decide(observation.fixing(fixed), State.NONE).resources().get(0).byNamespace();
  }

  private static Claimant claimant(String tenant, long wants) {
    return new Claimant(
        Claim.of(tenant, 1), List.of(new UnitDemand(wants, Set.of("a"))), Set.of("a"));
  }

  @Provide
  Arbitrary<Observation> observations() {
    return fixing(any -> any);
  }

  @Provide
  Arbitrary<Observation> settling() {
    return fixing(
        any ->
            DeciderPropertyTest.with(
                DeciderPropertyTest.withMultiples(
                    DeciderPropertyTest.with(any, Amount.ALL, Amount.NONE), 1),
                Reclaim.NEVER));
  }

  private static Arbitrary<Observation> fixing(UnaryOperator<Observation> change) {
    return Arbitraries.randomValue(
        random -> {
          Observation any =
              change.apply(new RandomObservations(new Random(random.nextLong())).any());
          return any.fixing(
              any.resources().get(0).namespaces().stream()
                  .map(NamespaceObservation::namespace)
                  .filter(n -> random.nextInt(3) == 0)
                  .collect(Collectors.toSet()));
        });
  }

  private static Set<String> fixed(Observation any) {
    return any.resources().get(0).fixed();
  }
}
