package dev.plimsoll.model.tenancy.rebalance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RebalancerTest {
  private static final WaitingTolerance NONE = WaitingTolerance.DEFAULT.withTolerance(0);

  private static Observation observation(long capacity, TenantLoad... tenantLoads) {
    return new Observation(capacity, Duration.ofMinutes(5), List.of(tenantLoads));
  }

  @Test
  void what_waits_is_moved_from_the_tenant_that_has_not_wanted_it_for_longest() {
    Rebalancer rebalancer = new Rebalancer(NONE, Map.of("a", 8L, "b", 8L, "c", 8L));
    rebalancer.decide(
        observation(
            24, TenantLoad.of("a", 8, 8), TenantLoad.of("b", 8, 1), TenantLoad.of("c", 8, 0)));
    rebalancer.decide(
        observation(
            24, TenantLoad.of("a", 8, 8), TenantLoad.of("b", 8, 1), TenantLoad.of("c", 8, 8)));
    rebalancer.decide(
        observation(
            24, TenantLoad.of("a", 8, 8), TenantLoad.of("b", 8, 1), TenantLoad.of("c", 8, 0)));
    Map<String, Long> quotas =
        rebalancer.decide(
            observation(
                24, TenantLoad.of("a", 8, 12), TenantLoad.of("b", 8, 1), TenantLoad.of("c", 8, 0)));
    assertThat(quotas).containsEntry("c", 8L);
    assertThat(quotas.get("a")).isGreaterThanOrEqualTo(12);
  }

  @Test
  void a_guarantee_is_not_taken() {
    Rebalancer rebalancer = new Rebalancer(NONE, Map.of("a", 8L, "b", 8L));
    TenantLoad guaranteed = new TenantLoad("b", 8, 6, 100, 0);
    assertThat(rebalancer.decide(observation(16, TenantLoad.of("a", 8, 16), guaranteed)))
        .containsEntry("a", 10L)
        .containsEntry("b", 6L);
  }

  @Test
  void a_ceiling_is_not_exceeded() {
    Rebalancer rebalancer = new Rebalancer(NONE, Map.of("a", 8L, "b", 8L));
    TenantLoad capped = new TenantLoad("a", 8, 0, 9, 16);
    assertThat(rebalancer.decide(observation(16, capped, TenantLoad.of("b", 8, 0))))
        .containsEntry("a", 9L)
        .containsEntry("b", 7L);
  }

  @Test
  void new_capacity_goes_to_who_waits_before_anything_is_taken() {
    Rebalancer rebalancer = new Rebalancer(NONE, Map.of("a", 8L, "b", 8L));
    assertThat(
            rebalancer.decide(observation(20, TenantLoad.of("a", 8, 11), TenantLoad.of("b", 8, 0))))
        .containsEntry("a", 11L)
        .containsEntry("b", 8L);
  }

  @Test
  void lost_capacity_is_taken_from_slack_before_what_runs() {
    Rebalancer rebalancer = new Rebalancer(NONE, Map.of("a", 8L, "b", 8L));
    assertThat(
            rebalancer.decide(observation(10, TenantLoad.of("a", 8, 8), TenantLoad.of("b", 8, 0))))
        .containsEntry("a", 8L)
        .containsEntry("b", 2L);
  }

  @Test
  void who_is_furthest_below_its_fair_amount_is_served_first() {
    Rebalancer rebalancer = new Rebalancer(NONE, Map.of("a", 8L, "b", 2L, "c", 6L));
    assertThat(
            rebalancer.decide(
                observation(
                    16,
                    TenantLoad.of("a", 8, 20),
                    TenantLoad.of("b", 6, 6),
                    TenantLoad.of("c", 2, 2))))
        .containsEntry("b", 6L);
  }

  @Test
  void a_tolerance_is_a_part_of_one() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WaitingTolerance.DEFAULT.withTolerance(1.5));
  }
}
