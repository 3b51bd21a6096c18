package dev.plimsoll.model.tenancy.rebalance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.model.tenancy.division.StepLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What was agreed for tenants and changes holds at every observation. */
class RebalancerLimitsPropertyTest {
  private static final int TENANTS = 4;
  private static final long CAPACITY = 40;
  private static final WaitingTolerance TOLERANCE =
      new WaitingTolerance(0.05, 0.1, Duration.ofHours(1));

  @Provide
  Arbitrary<List<List<Integer>>> demands() {
    return Arbitraries.integers()
        .between(0, 25)
        .list()
        .ofSize(TENANTS)
        .list()
        .ofMinSize(1)
        .ofMaxSize(40);
  }

  @Provide
  Arbitrary<List<long[]>> bounds() {
    Arbitrary<Long> least = Arbitraries.longs().between(0, 10);
    Arbitrary<Long> above = Arbitraries.longs().between(0, 20);
    return Combinators.combine(least, above)
        .as((l, a) -> new long[] {l, l + a})
        .list()
        .ofSize(TENANTS);
  }

  @Property(tries = 200)
  void guarantees_and_ceilings_are_kept_as_far_as_what_runs_lets(
      @ForAll("demands") List<List<Integer>> demands, @ForAll("bounds") List<long[]> bounds) {
    SortedMap<String, Long> before = start();
    for (int i = 0; i < demands.size(); i++) {
      List<SortedMap<String, Long>> played =
          play(demands.subList(0, i + 1), bounds, StepLimits.UNLIMITED);
      SortedMap<String, Long> quotas = played.get(i);
      long spare = 0;
      for (TenantLoad tenantLoad : loads(demands.get(i), bounds)) {
        long running = Math.min(tenantLoad.demand(), before.getOrDefault(tenantLoad.tenant(), 0L));
        long quota = quotas.getOrDefault(tenantLoad.tenant(), 0L);
        assertThat(quota).isLessThanOrEqualTo(Math.max(tenantLoad.ceiling(), running));
        assertThat(quota).isGreaterThanOrEqualTo(running);
        spare += Math.max(0, quota - Math.max(tenantLoad.demand(), tenantLoad.guarantee()));
      }
      assertThat(sum(quotas)).isLessThanOrEqualTo(CAPACITY);
      if (spare + CAPACITY - sum(quotas) > 0) {
        assertThat(loads(demands.get(i), bounds))
            .allSatisfy(
                l -> assertThat(quotas.get(l.tenant())).isGreaterThanOrEqualTo(l.guarantee()));
      }
      before = quotas;
    }
  }

  @Property(tries = 200)
  void no_change_is_smaller_or_larger_than_it_may_be(
      @ForAll("demands") List<List<Integer>> demands,
      @ForAll @IntRange(min = 0, max = 4) int least,
      @ForAll @IntRange(min = 4, max = 12) int most) {
    Map<String, Long> before = start();
    for (SortedMap<String, Long> quotas : play(demands, free(), new StepLimits(least, most))) {
      for (Map.Entry<String, Long> quota : quotas.entrySet()) {
        long change = Math.abs(quota.getValue() - before.getOrDefault(quota.getKey(), 0L));
        assertThat(change).isLessThanOrEqualTo(most);
        if (change > 0) {
          assertThat(change).isGreaterThanOrEqualTo(least);
        }
      }
      assertThat(sum(quotas)).isEqualTo(CAPACITY);
      before = quotas;
    }
  }

  private static List<SortedMap<String, Long>> play(
      List<List<Integer>> demands, List<long[]> bounds, StepLimits stepLimits) {
    Rebalancer rebalancer = new Rebalancer(TOLERANCE, start());
    List<SortedMap<String, Long>> played = new ArrayList<>();
    for (List<Integer> demand : demands) {
      Duration step = Duration.ofMinutes(5);
      played.add(
          rebalancer.decide(new Observation(CAPACITY, step, loads(demand, bounds), stepLimits)));
    }
    return played;
  }

  private static List<TenantLoad> loads(List<Integer> demand, List<long[]> bounds) {
    List<TenantLoad> tenantLoads = new ArrayList<>();
    for (int t = 0; t < TENANTS; t++) {
      long[] bound = bounds.get(t);
      tenantLoads.add(
          new TenantLoad("t" + t, CAPACITY / TENANTS, bound[0], bound[1], demand.get(t)));
    }
    return tenantLoads;
  }

  private static List<long[]> free() {
    List<long[]> free = new ArrayList<>();
    for (int t = 0; t < TENANTS; t++) {
      free.add(new long[] {0, 1000});
    }
    return free;
  }

  private static SortedMap<String, Long> start() {
    SortedMap<String, Long> quotas = new TreeMap<>();
    for (int t = 0; t < TENANTS; t++) {
      quotas.put("t" + t, CAPACITY / TENANTS);
    }
    return quotas;
  }

  private static long sum(Map<String, Long> quotas) {
    return quotas.values().stream().mapToLong(Long::longValue).sum();
  }
}
