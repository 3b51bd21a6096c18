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
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.LeanedWeight;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.division.Apportionment;
import dev.plimsoll.model.tenancy.division.Claim;
import dev.plimsoll.model.tenancy.division.ProportionalDivision;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Three tenants share 16 GPUs for five weeks. Each works and pauses in turn, for times that are
 * drawn. Pods run for hours that are drawn, and are never evicted.
 */
class ContendedTurnsTest {
  private static final int GPUS = 16;
  private static final int WEEK = 7 * 24;
  private static final int HOURS = 5 * WEEK;
  private static final int SEEDS = 6;
  private static final int MOST_WAITING = 12;
  private static final List<Tenant> TENANTS =
      List.of(Tenant.of("one", 1, "one"), Tenant.of("two", 1, "two"), Tenant.of("six", 2, "six"));
  private static final DivisionHistory HISTORY =
      new DivisionHistory(
          Duration.ofDays(7), DivisionHistory.DEFAULT.influence());

  private record Job(String tenant, String name, int hours, int created) {}

  private record Running(Job job, int until) {}

  /** What a tenant had and was due in each hour. */
  private record Hour(Map<String, Long> had, Map<String, Long> due) {}

  @ParameterizedTest
  @ValueSource(ints = {20, 48, 96})
  void turns_by_history_bring_contended_hours_closer_to_weights(int longest) {
    double without = 0;
    double with = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      without += deviation(replay(seed, longest, Optional.empty()));
      with += deviation(replay(seed, longest, Optional.of(HISTORY)));
    }
    System.out.println("MEASURED " + longest + " " + without / SEEDS + " " + with / SEEDS);
    assertThat(with).isLessThan(without);
  }

  /** Returns the part of contended hours that went to other tenants, in the worst 7 days. */
  private static double deviation(List<Hour> hours) {
    double worst = 0;
    for (int start = 0; start + WEEK <= hours.size(); start += 24) {
      double off = 0;
      double all = 0;
      for (Tenant tenant : TENANTS) {
        double had = 0;
        double due = 0;
        for (Hour hour : hours.subList(start, start + WEEK)) {
          had += hour.had().getOrDefault(tenant.name(), 0L);
          due += hour.due().getOrDefault(tenant.name(), 0L);
        }
        off += Math.abs(had - due) / 2;
        all += due;
      }
      worst = Math.max(worst, all == 0 ? 0 : off / all);
    }
    return worst;
  }

  private static CapacityPolicy policyOf(Optional<DivisionHistory> history) {
    return policy(PlacementMode.GATE, BorrowingMode.IDLE, TENANTS)
        .withDivision(new Division.Demand(Duration.ZERO, BigDecimal.ONE, history));
  }

  private static List<Hour> replay(int seed, int longest, Optional<DivisionHistory> history) {
    Random random = new Random(seed);
    Map<String, Integer> changes = new HashMap<>();
    Set<String> working = new HashSet<>();
    Map<String, ContendedUsage> accounts = new HashMap<>();
    List<Job> waiting = new ArrayList<>();
    List<Running> running = new ArrayList<>();
    List<Hour> hours = new ArrayList<>();
    int made = 0;
    for (int hour = 0; hour < HOURS; hour++) {
      int now = hour;
      running.removeIf(r -> r.until() <= now);
      for (Tenant tenant : TENANTS) {
        if (changes.getOrDefault(tenant.name(), 0) <= hour) {
          if (!working.remove(tenant.name())) {
            working.add(tenant.name());
          }
          changes.put(tenant.name(), hour + 6 + random.nextInt(60));
        }
        int drawn = 2 + random.nextInt(4);
        for (int i = 0; i < drawn; i++) {
          int length = 2 + random.nextInt(longest);
          if (working.contains(tenant.name())
              && waiting.stream().filter(j -> j.tenant().equals(tenant.name())).count()
                  < MOST_WAITING) {
            waiting.add(new Job(tenant.name(), "job-" + made++, length, hour));
          }
        }
      }
      release(policyOf(history), history, accounts, waiting, running, hour);
      account(waiting, running, history, accounts, hours);
    }
    return hours;
  }

  private static void release(
      CapacityPolicy policy,
      Optional<DivisionHistory> history,
      Map<String, ContendedUsage> accounts,
      List<Job> waiting,
      List<Running> running,
      int hour) {
    Map<String, LeanedWeight> leaned = new HashMap<>();
    Apportionment entitled = divide(t -> Claim.MAX_UNITS);
    history.ifPresent(
        h ->
            accounts.forEach(
                (tenant, a) ->
                    leaned.put(tenant, new LeanedWeight(a, a.factor(entitled.of(tenant), h)))));
    GatedCluster cluster = new GatedCluster().node("a", GPUS);
    running.forEach(r -> cluster.add(pod(r.job().tenant(), r.job().name(), 1).on("a").build()));
    waiting.forEach(
        j -> cluster.add(gated(j.tenant(), j.name(), 1, 3600L * (hour - j.created()))));
    Set<String> released =
        new HashSet<>(
            names(decide(cluster.build(), policy.withAccounts(Map.of(GPU, leaned)))));
    waiting.stream()
        .filter(j -> released.contains(j.name()))
        .forEach(j -> running.add(new Running(j, hour + j.hours())));
    waiting.removeIf(j -> released.contains(j.name()));
  }

  private static void account(
      List<Job> waiting,
      List<Running> running,
      Optional<DivisionHistory> history,
      Map<String, ContendedUsage> accounts,
      List<Hour> hours) {
    Map<String, Long> had = new HashMap<>();
    running.forEach(r -> had.merge(r.job().tenant(), 1L, Long::sum));
    Map<String, Long> wanted = new HashMap<>(had);
    waiting.forEach(j -> wanted.merge(j.tenant(), 1L, Long::sum));
    boolean isContended = wanted.values().stream().mapToLong(u -> u).sum() > GPUS;
    Map<String, Long> due = divide(t -> wanted.getOrDefault(t.name(), 0L)).shares();
    hours.add(isContended ? new Hour(had, due) : new Hour(Map.of(), Map.of()));
    for (Tenant tenant : TENANTS) {
      ContendedUsage before = accounts.getOrDefault(tenant.name(), ContendedUsage.NONE);
      ContendedUsage later = before.later(Duration.ofHours(1), history.orElse(HISTORY));
      accounts.put(
          tenant.name(),
          isContended
              ? later.with(
                  1,
                  had.getOrDefault(tenant.name(), 0L),
                  due.getOrDefault(tenant.name(), 0L),
                  NOW)
              : later);
    }
  }

  private static Apportionment divide(ToLongFunction<Tenant> most) {
    return ProportionalDivision.divide(
        GPUS,
        TENANTS.stream()
            .map(t -> new Claim(t.name(), t.weight(), 0, most.applyAsLong(t)))
            .toList());
  }
}
