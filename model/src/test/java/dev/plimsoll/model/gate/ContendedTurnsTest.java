package dev.plimsoll.model.gate;

import static dev.plimsoll.model.gate.GatedCluster.GPU;
import static dev.plimsoll.model.gate.GatedCluster.NOW;
import static dev.plimsoll.model.gate.GatedCluster.decide;
import static dev.plimsoll.model.gate.GatedCluster.gated;
import static dev.plimsoll.model.gate.GatedCluster.names;
import static dev.plimsoll.model.gate.GatedCluster.pod;
import static dev.plimsoll.model.gate.GatedCluster.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.ContendedUsage;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.DivisionHistory;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.LeanedWeight;
import dev.plimsoll.model.tenancy.Tenant;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two tenants of the same weight share 8 GPUs. The first begins with all of them, in pods that run
 * for one to three days. From then on both always wait with pods whose hours are drawn. Nothing is
 * evicted.
 */
class ContendedTurnsTest {
  private static final int GPUS = 8;
  private static final int STEP = 4;
  private static final int HOURS = 7 * 24;
  private static final List<Tenant> TENANTS =
      List.of(Tenant.of("one", 1, "one"), Tenant.of("two", 1, "two"));

  private record Job(String tenant, String name, int hours) {}

  private record Running(Job job, int until) {}

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void turns_by_history_bring_contended_hours_closer_to_weights(int seed) {
    double without = deviation(seed, Optional.empty());
    double with = deviation(seed, Optional.of(DivisionHistory.DEFAULT));

    assertThat(without).isGreaterThan(0.05);
    assertThat(with).isLessThan(without);
  }

  /** Returns the part of a week's contended hours that went to the other tenant. */
  private static double deviation(int seed, Optional<DivisionHistory> history) {
    Random random = new Random(seed);
    List<Job> waiting = new ArrayList<>();
    List<Running> running = new ArrayList<>();
    Map<String, ContendedUsage> accounts = new HashMap<>();
    Map<String, Long> had = new HashMap<>();
    int made = 0;
    for (int i = 0; i < GPUS; i++) {
      running.add(new Running(new Job("one", "first-" + i, 0), 24 + random.nextInt(48)));
    }
    for (int hour = 0; hour < HOURS; hour += STEP) {
      int now = hour;
      running.removeIf(r -> r.until() <= now);
      for (Tenant tenant : TENANTS) {
        for (long i = of(tenant, waiting); i < GPUS; i++) {
          waiting.add(new Job(tenant.name(), "job-" + made++, 4 + random.nextInt(9)));
        }
      }
      Set<String> released = released(history, accounts, waiting, running);
      waiting.stream()
          .filter(j -> released.contains(j.name()))
          .forEach(j -> running.add(new Running(j, now + j.hours())));
      waiting.removeIf(j -> released.contains(j.name()));
      for (Tenant tenant : TENANTS) {
        long used = of(tenant, running.stream().map(Running::job).toList());
        had.merge(tenant.name(), used, Long::sum);
        accounts.merge(
            tenant.name(),
            ContendedUsage.NONE.with(STEP, used, GPUS / 2, NOW),
            (a, b) ->
                a.later(Duration.ofHours(STEP), DivisionHistory.DEFAULT)
                    .with(STEP, used, GPUS / 2, NOW));
      }
    }
    double one = had.getOrDefault("one", 0L);
    double two = had.getOrDefault("two", 0L);
    return Math.abs(one - two) / 2 / (one + two);
  }

  private static long of(Tenant tenant, List<Job> jobs) {
    return jobs.stream().filter(j -> j.tenant().equals(tenant.name())).count();
  }

  private static Set<String> released(
      Optional<DivisionHistory> history,
      Map<String, ContendedUsage> accounts,
      List<Job> waiting,
      List<Running> running) {
    Map<String, LeanedWeight> leaned = new HashMap<>();
    history.ifPresent(
        h ->
            accounts.forEach(
                (tenant, a) -> leaned.put(tenant, new LeanedWeight(a, a.factor(GPUS / 2, h)))));
    GatedCluster cluster = new GatedCluster().node("a", GPUS);
    running.forEach(r -> cluster.add(pod(r.job().tenant(), r.job().name(), 1).on("a").build()));
    waiting.forEach(j -> cluster.add(gated(j.tenant(), j.name(), 1, 60)));
    CapacityPolicy policy =
        policy(BorrowingMode.IDLE)
            .withDivision(new Division.Demand(Duration.ZERO, BigDecimal.ONE, history))
            .withAccounts(Map.of(GPU, leaned));
    return Set.copyOf(names(decide(cluster.build(), policy)));
  }
}
