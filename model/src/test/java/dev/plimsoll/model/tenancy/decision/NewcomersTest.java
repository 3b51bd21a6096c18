package dev.plimsoll.model.tenancy.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Claimant;
import dev.plimsoll.model.tenancy.division.UnitDemand;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** 24 units, all in the ceilings of {@code red} and {@code blue}; {@code new} has no ceiling. */
class NewcomersTest {
  private static final DividedResource GPU = DividedResource.of(ResourceName.of("nvidia.com/gpu"));

  private static CeilingPlan decide(NamespaceObservation... namespaces) {
    CapacityPolicy policy =
        CapacityPolicy.proportional(
                "p",
                List.of(
                    Tenant.of("red", 1, "red"),
                    Tenant.of("blue", 1, "blue"),
                    Tenant.of("new", 1, "new")),
                List.of(GPU))
            .withDivision(new Division.Demand(Duration.ZERO, BigDecimal.ONE));
    ResourceObservation seen =
        new ResourceObservation(
            GPU,
            List.of(PoolObservation.of("a", 24)),
            Stream.of("red", "blue", "new")
                .map(
                    t ->
                        new Claimant(
                            Claim.of(t, 1),
                            List.of(new UnitDemand(demand(t, namespaces), Set.of("a"))),
                            Set.of("a")))
                .toList(),
            Map.of(),
            List.of(namespaces));
    return Decider.decide(
        new Observation(
            policy,
            Instant.parse("2026-01-05T12:00:00Z"),
            Duration.ofMinutes(5),
            false,
            List.of(seen)),
        State.NONE);
  }

  private static long demand(String tenant, NamespaceObservation... namespaces) {
    return Stream.of(namespaces)
        .filter(n -> n.tenant().equals(tenant))
        .mapToLong(NamespaceObservation::demand)
        .sum();
  }

  private static Map<String, Long> ceilings(CeilingPlan plan) {
    return plan.resources().get(0).byNamespace();
  }

  private static NamespaceObservation of(String namespace, long quota, long running) {
    return NamespaceObservation.of(namespace, namespace, quota, running, 0);
  }

  private static NamespaceObservation newcomer() {
    return of("new", NamespaceObservation.NO_QUOTA, 0);
  }

  @Test
  void a_namespace_without_a_ceiling_gets_its_share_of_what_is_unused_beyond_other_shares() {
    CeilingPlan plan = decide(of("red", 6, 4), of("blue", 18, 3), newcomer());

    assertThat(ceilings(plan)).containsEntry("red", 6L);
    assertThat(ceilings(plan).get("new")).isBetween(5L, 8L);
    assertThat(ceilings(plan).values().stream().mapToLong(v -> v).sum()).isEqualTo(24);
  }

  @Test
  void nothing_in_use_and_no_share_is_taken_for_it() {
    assertThat(ceilings(decide(of("red", 6, 6), of("blue", 18, 18), newcomer())))
        .containsEntry("blue", 18L)
        .containsEntry("new", 0L);
  }

  @Test
  void an_old_namespace_without_demand_keeps_its_ceiling() {
    assertThat(ceilings(decide(of("red", 6, 4), of("blue", 18, 3), of("new", 0, 0))))
        .containsEntry("blue", 18L)
        .containsEntry("new", 0L);
  }

  @Test
  void a_ceiling_of_the_same_tenant_gives_first() {
    assertThat(
            ceilings(
                decide(
                    of("red", 6, 2),
                    of("blue", 9, 0),
                    NamespaceObservation.of("new", "late1", 9, 0, 0),
                    NamespaceObservation.of("new", "late2", NamespaceObservation.NO_QUOTA, 0, 0))))
        .containsEntry("blue", 9L)
        .containsEntry("late1", 5L)
        .containsEntry("late2", 4L);
  }
}
