package dev.plimsoll.model.tenancy.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.ContendedUsage;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.DivisionHistory;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.Claimant;
import dev.plimsoll.model.tenancy.division.UnitDemand;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two tenants of the same weight in a cluster of 100 units. */
class DivisionHistoryTest {
  private static final CapacityPolicy WITHOUT =
      CapacityPolicy.proportional(
              "p",
              List.of(Tenant.of("red", 1, "red"), Tenant.of("blue", 1, "blue")),
              List.of(DividedResource.of(ResourceName.of("nvidia.com/gpu"))))
          .withDivision(new Division.Demand(Duration.ZERO, BigDecimal.ONE));
  private static final CapacityPolicy WITH =
      WITHOUT.withDivision(
          new Division.Demand(Duration.ZERO, BigDecimal.ONE, Optional.of(DivisionHistory.DEFAULT)));
  private static final Duration STEP = Duration.ofHours(1);

  private Instant now = Instant.parse("2026-01-05T12:00:00Z");
  private State state = State.NONE;
  private String first = "red";

  @Test
  void who_had_most_while_others_waited_gets_less_of_what_both_want() {
    decide(WITH, 7 * 24, 90, 0, 10, 80);

    ResourceCeilings decided = decide(WITH, 1, 0, 100, 0, 100);

    assertThat(decided.shares().of("red")).isLessThan(40);
    assertThat(decided.shares().of("blue")).isGreaterThan(60);
    assertThat(account(decided, "blue").owed()).isPositive();
  }

  @Test
  void idle_capacity_is_no_debt() {
    decide(WITH, 7 * 24, 90, 0, 10, 0);

    assertThat(decide(WITH, 1, 0, 100, 0, 100).shares().shares())
        .isEqualTo(Map.of("red", 50L, "blue", 50L));
  }

  @Test
  void who_wanted_nothing_is_owed_nothing() {
    assertThat(account(decide(WITH, 7 * 24, 100, 50, 0, 0), "blue").owed()).isZero();
  }

  @Test
  void what_runs_is_kept() {
    decide(WITH, 7 * 24, 90, 10, 10, 90);

    assertThat(decide(WITH, 1, 90, 10, 10, 90).byNamespace().get("red")).isEqualTo(90);
  }

  @Test
  void without_a_history_nothing_is_kept_and_shares_are_by_weight() {
    decide(WITHOUT, 7 * 24, 90, 0, 10, 80);

    ResourceCeilings decided = decide(WITHOUT, 1, 0, 100, 0, 100);

    assertThat(decided.shares().shares()).isEqualTo(Map.of("red", 50L, "blue", 50L));
    assertThat(decided.accounts()).isEmpty();
    assertThat(state.resources().values()).allMatch(r -> r.accounts().isEmpty());
  }

  @Test
  void time_that_nobody_saw_and_a_clock_that_goes_back_are_in_no_account() {
    ResourceCeilings before = decide(WITH, 24, 90, 0, 10, 80);
    now = now.plus(Duration.ofDays(1));
    ResourceCeilings after = decide(WITH, 1, 90, 0, 10, 80);

    assertThat(account(after, "red").had()).isLessThan(account(before, "red").had() + 90);
    now = now.minus(Duration.ofDays(400));
    assertThat(account(decide(WITH, 1, 90, 0, 10, 80), "red").had())
        .isEqualTo(account(after, "red").had());
  }

  @Test
  void a_clock_that_jumps_forward_fades_accounts_and_adds_nothing() {
    ResourceCeilings before = decide(WITH, 7 * 24, 90, 0, 10, 80);
    now = now.plus(DivisionHistory.DEFAULT.halfLife());
    ResourceCeilings after = decide(WITH, 1, 0, 0, 0, 0);

    assertThat(account(after, "red").had())
        .isCloseTo(account(before, "red").had() / 2, withinPercentage(1));
    now = now.plus(Duration.ofDays(36_500));
    assertThat(decide(WITH, 1, 0, 100, 0, 100).shares().shares())
        .isEqualTo(Map.of("red", 50L, "blue", 50L));
  }

  @Test
  void a_renamed_tenant_begins_with_its_weight_and_the_others_keep_their_accounts() {
    decide(WITH, 7 * 24, 90, 0, 10, 80);
    ContendedUsage blue = account(decide(WITH, 1, 90, 0, 10, 80), "blue");
    CapacityPolicy renamed =
        WITH.withTenants(List.of(Tenant.of("crimson", 1, "red"), Tenant.of("blue", 1, "blue")));

    first = "crimson";
    ResourceCeilings decided = decide(renamed, 1, 90, 0, 10, 80);

    assertThat(Objects.requireNonNull(decided.accounts().get("crimson")).factor())
        .isCloseTo(1, withinPercentage(2));
    assertThat(account(decided, "blue").owed()).isCloseTo(blue.owed(), withinPercentage(5));
  }

  private static ContendedUsage account(ResourceCeilings decided, String tenant) {
    return Objects.requireNonNull(decided.accounts().get(tenant)).usage();
  }

  /** Decides that often on the same, and returns the last decision. */
  private ResourceCeilings decide(
      CapacityPolicy policy, int times, long red, long redWaits, long blue, long blueWaits) {
    ResourceCeilings last = null;
    for (int i = 0; i < times; i++) {
      List<NamespaceObservation> namespaces = new ArrayList<>();
      namespaces.add(NamespaceObservation.of(first, "red", red, red, redWaits));
      namespaces.add(NamespaceObservation.of("blue", "blue", blue, blue, blueWaits));
      CeilingPlan plan =
          Decider.decide(
              new Observation(
                  policy,
                  now,
                  STEP,
                  false,
                  List.of(
                      new ResourceObservation(
                          policy.resources().get(0),
                          List.of(PoolObservation.of("a", 100)),
                          List.of(
                              claimant(first, red + redWaits), claimant("blue", blue + blueWaits)),
                          Map.of(),
                          namespaces))),
              state);
      state = plan.state();
      now = now.plus(STEP);
      last = plan.resources().get(0);
    }
    return Objects.requireNonNull(last);
  }

  private static Claimant claimant(String tenant, long demand) {
    return new Claimant(
        Claim.of(tenant, 1), List.of(new UnitDemand(demand, Set.of("a"))), Set.of("a"));
  }
}
