package dev.plimsoll.model.tenancy.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.Amount;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.NamespaceSelection;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Claimant;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GuaranteesBeyondCapacityTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");

  static Stream<Division> divisions() {
    return Stream.of(
        new Division.Proportional(BigDecimal.ONE),
        new Division.Demand(Duration.ZERO, BigDecimal.ONE));
  }

  @ParameterizedTest
  @MethodSource("divisions")
  void guarantees_each_above_the_capacity_are_scaled_in_proportion_to_what_was_agreed(
      Division division) {
    CapacityPolicy policy =
        CapacityPolicy.proportional(
                "p",
                List.of(tenant("red", "30"), tenant("blue", "10")),
                List.of(DividedResource.of(GPU)))
            .withDivision(division);

    CeilingPlan plan = Decider.decide(seen(policy), State.NONE);

    assertThat(plan.resources().get(0).byNamespace())
        .containsEntry("red", 6L)
        .containsEntry("blue", 2L);
    assertThat(plan.notes())
        .extracting(DecisionNote::message)
        .contains(
            "the guarantees of nvidia.com/gpu come to 40 units, more than the 8 there are, and are"
                + " scaled down");
  }

  private static Tenant tenant(String name, String guarantee) {
    return new Tenant(
        name,
        NamespaceSelection.named(name),
        1,
        Map.of(GPU, new Amount.Absolute(Quantity.parse(guarantee))),
        Map.of());
  }

  private static Observation seen(CapacityPolicy policy) {
    return new Observation(
        policy,
        Instant.parse("2026-01-05T12:00:00Z"),
        Duration.ofMinutes(5),
        false,
        List.of(
            new ResourceObservation(
                DividedResource.of(GPU),
                List.of(PoolObservation.of("a", 8)),
                policy.tenants().stream()
                    .map(t -> new Claimant(Claim.of(t.name(), 1), List.of(), Set.of("a")))
                    .toList(),
                Map.of(),
                policy.tenants().stream()
                    .map(t -> NamespaceObservation.of(t.name(), t.name(), 0, 0, 0))
                    .toList())));
  }
}
