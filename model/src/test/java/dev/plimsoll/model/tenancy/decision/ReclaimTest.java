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
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Red runs 8 pods on all 8 GPUs there are, blue has none and wants 8. */
class ReclaimTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");

  @Test
  void where_it_never_reclaims_whoever_holds_keeps() {
    assertThat(decide(Reclaim.NEVER, 8, 0, State.NONE).resources().get(0).byNamespace())
        .containsEntry("red", 8L)
        .containsEntry("blue", 0L);
  }

  @Test
  void where_it_reclaims_quotas_fall_to_the_shares_and_stay_there_while_pods_end() {
    CeilingPlan first = decide(Reclaim.WHEN_PODS_END, 8, 0, State.NONE);
    CeilingPlan second = decide(Reclaim.WHEN_PODS_END, 4, 4, first.state());

    assertThat(first.resources().get(0).byNamespace())
        .containsEntry("red", 4L)
        .containsEntry("blue", 4L);
    assertThat(second.resources().get(0).byNamespace())
        .isEqualTo(first.resources().get(0).byNamespace());
  }

  private static CeilingPlan decide(Reclaim reclaim, long red, long blue, State state) {
    CapacityPolicy policy =
        CapacityPolicy.proportional(
                "p",
                List.of(Tenant.of("red", 1, "red"), Tenant.of("blue", 1, "blue")),
                List.of(DividedResource.of(GPU)))
            .withDivision(new Division.Demand(Duration.ZERO, BigDecimal.ONE));
    policy =
        policy.withChanges(
            policy.changes().withStep(Amount.ALL).withHysteresis(Amount.NONE).withReclaim(reclaim));
    return Decider.decide(
        new Observation(
            policy,
            Instant.parse("2026-01-05T12:00:00Z"),
            Duration.ofMinutes(5),
            false,
            List.of(
                new ResourceObservation(
                    DividedResource.of(GPU),
                    List.of(PoolObservation.of("a", 8)),
                    policy.tenants().stream()
                        .map(
                            t ->
                                new Claimant(
                                    Claim.of(t.name(), 1),
                                    List.of(new UnitDemand(8, Set.of("a"))),
                                    Set.of("a")))
                        .toList(),
                    Map.of(),
                    List.of(
                        NamespaceObservation.of("red", "red", red, 8, 0),
                        NamespaceObservation.of("blue", "blue", blue, 0, 8))))),
        state);
  }
}
