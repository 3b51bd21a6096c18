package dev.plimsoll.model.gate;

import static dev.plimsoll.model.gate.GatedCluster.GPU;
import static dev.plimsoll.model.gate.GatedCluster.NOW;
import static dev.plimsoll.model.gate.GatedCluster.decide;
import static dev.plimsoll.model.gate.GatedCluster.gated;
import static dev.plimsoll.model.gate.GatedCluster.names;
import static dev.plimsoll.model.gate.GatedCluster.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.ContendedUsage;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.DivisionHistory;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.LeanedWeight;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two tenants of the same weight wait for eight GPUs, with pods of one GPU. */
class TurnsByHistoryTest {
  private static final CapacityPolicy WITHOUT =
      policy(BorrowingMode.IDLE)
          .withDivision(new Division.Demand(Duration.ZERO, BigDecimal.ONE, Optional.empty()));
  private static final CapacityPolicy WITH =
      WITHOUT.withDivision(
          new Division.Demand(Duration.ZERO, BigDecimal.ONE, Optional.of(DivisionHistory.DEFAULT)));

  private static Cluster bothWait() {
    GatedCluster cluster = new GatedCluster().node("a", 8);
    for (int i = 0; i < 8; i++) {
      cluster.add(gated("one", "one-" + i, 1, 50 - i), gated("two", "two-" + i, 1, 30 - i));
    }
    return cluster.build();
  }

  private static Map<String, LeanedWeight> accounts(double one, double two) {
    ContendedUsage usage = new ContendedUsage(1, 1, Optional.of(NOW));
    return Map.of("one", new LeanedWeight(usage, one), "two", new LeanedWeight(usage, two));
  }

  private static List<String> released(CapacityPolicy policy) {
    return names(decide(bothWait(), policy));
  }

  private static long ofTwo(CapacityPolicy policy) {
    return released(policy).stream().filter(n -> n.startsWith("two")).count();
  }

  @Test
  void who_is_owed_gets_more_turns() {
    assertThat(ofTwo(WITH.withAccounts(Map.of(GPU, accounts(0.5, 1.5))))).isEqualTo(6);
    assertThat(ofTwo(WITH.withAccounts(Map.of(GPU, accounts(1.5, 0.5))))).isEqualTo(2);
  }

  @Test
  void an_account_counts_within_the_influence() {
    assertThat(released(WITH.withAccounts(Map.of(GPU, accounts(0.001, 1000)))))
        .isEqualTo(released(WITH.withAccounts(Map.of(GPU, accounts(0.5, 1.5)))));
  }

  @Test
  void without_published_accounts_turns_are_by_weight() {
    assertThat(released(WITH)).isEqualTo(released(WITHOUT)).hasSize(8);
    assertThat(ofTwo(WITH)).isEqualTo(4);
  }

  @Test
  void without_a_history_accounts_are_none() {
    assertThat(WITHOUT.withAccounts(Map.of(GPU, accounts(0.5, 1.5)))).isEqualTo(WITHOUT);
  }

  @Test
  void a_renamed_tenant_has_its_weight() {
    Map<String, LeanedWeight> former = Map.of("former", accounts(1.5, 1.5).get("one"));

    assertThat(released(WITH.withAccounts(Map.of(GPU, former)))).isEqualTo(released(WITHOUT));
  }
}
