package dev.plimsoll.model.tenancy.rebalance;

import static org.assertj.core.api.Assertions.assertThat;

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

class RebalancerPropertyTest {
  private static final Duration STEP = Duration.ofMinutes(5);
  private static final int TENANTS = 4;
  private static final WaitingTolerance TOLERANCE =
      new WaitingTolerance(0.05, 0.1, Duration.ofHours(1));

  /** What tenants are entitled to, and what they want at each observation. */
  record Story(List<Integer> entitled, List<List<Integer>> demands) {
    Observation observation(int i) {
      return new Observation(capacity(), STEP, loads(i));
    }

    long capacity() {
      return entitled.stream().mapToLong(Integer::longValue).sum();
    }

    SortedMap<String, Long> start() {
      TreeMap<String, Long> quotas = new TreeMap<>();
      loads(0).forEach(l -> quotas.put(l.tenant(), l.entitled()));
      return quotas;
    }

    List<SortedMap<String, Long>> play(WaitingTolerance waitingTolerance) {
      Rebalancer rebalancer = new Rebalancer(waitingTolerance, start());
      List<SortedMap<String, Long>> quotas = new ArrayList<>();
      for (int i = 0; i < demands.size(); i++) {
        quotas.add(rebalancer.decide(observation(i)));
      }
      return quotas;
    }

    private List<TenantLoad> loads(int i) {
      List<TenantLoad> tenantLoads = new ArrayList<>();
      for (int t = 0; t < entitled.size(); t++) {
        tenantLoads.add(TenantLoad.of("tenant-" + t, entitled.get(t), demands.get(i).get(t)));
      }
      return tenantLoads;
    }
  }

  @Provide
  Arbitrary<Story> stories() {
    Arbitrary<List<Integer>> entitled =
        Arbitraries.integers().between(0, 12).list().ofSize(TENANTS);
    Arbitrary<List<Integer>> demand = Arbitraries.integers().between(0, 20).list().ofSize(TENANTS);
    return Combinators.combine(entitled, demand.list().ofMinSize(1).ofMaxSize(40)).as(Story::new);
  }

  @Property(tries = 300)
  void the_sum_is_never_above_the_capacity(@ForAll("stories") Story story) {
    assertThat(story.play(TOLERANCE))
        .allSatisfy(q -> assertThat(sum(q)).isLessThanOrEqualTo(story.capacity()));
  }

  @Property(tries = 300)
  void no_quota_is_below_what_is_running(@ForAll("stories") Story story) {
    Map<String, Long> before = story.start();
    List<SortedMap<String, Long>> played = story.play(TOLERANCE);
    for (int i = 0; i < played.size(); i++) {
      for (TenantLoad tenantLoad : story.observation(i).loads()) {
        long running = Math.min(tenantLoad.demand(), before.getOrDefault(tenantLoad.tenant(), 0L));
        assertThat(played.get(i).get(tenantLoad.tenant())).isGreaterThanOrEqualTo(running);
      }
      before = played.get(i);
    }
  }

  @Property(tries = 300)
  void what_comes_later_changes_nothing_before(
      @ForAll("stories") Story story, @ForAll("stories") Story other) {
    List<List<Integer>> demands = new ArrayList<>(story.demands());
    demands.addAll(other.demands());
    List<SortedMap<String, Long>> longer = new Story(story.entitled(), demands).play(TOLERANCE);
    assertThat(longer.subList(0, story.demands().size())).isEqualTo(story.play(TOLERANCE));
  }

  @Property(tries = 300)
  void needless_waiting_stays_within_the_tolerance_at_every_moment(@ForAll("stories") Story story) {
    long needless = 0;
    long spareable = 0;
    List<SortedMap<String, Long>> played = story.play(TOLERANCE);
    for (int i = 0; i < played.size(); i++) {
      Observation observation = story.observation(i);
      SortedMap<String, Long> quotas = played.get(i);
      long waiting =
          observation.loads().stream()
              .mapToLong(l -> Math.max(0, l.demand() - quotas.getOrDefault(l.tenant(), 0L)))
              .sum();
      needless += waiting - observation.excess();
      spareable += observation.waitingUnderEntitlement() - observation.excess();
      assertThat((double) needless).isLessThanOrEqualTo(TOLERANCE.tolerance() * spareable + 1e-6);
    }
  }

  @Property(tries = 300)
  void nothing_moves_while_nothing_waits(@ForAll("stories") Story story) {
    List<List<Integer>> calm =
        story.demands().stream()
            .map(
                d -> {
                  List<Integer> least = new ArrayList<>();
                  for (int t = 0; t < TENANTS; t++) {
                    least.add(Math.min(d.get(t), story.entitled().get(t)));
                  }
                  return List.copyOf(least);
                })
            .toList();
    assertThat(new Story(story.entitled(), calm).play(TOLERANCE)).containsOnly(story.start());
  }

  @Property(tries = 300)
  void lost_capacity_is_given_back_at_once(@ForAll("stories") Story story) {
    Rebalancer rebalancer = new Rebalancer(TOLERANCE, story.start());
    for (int i = 0; i < story.demands().size(); i++) {
      long capacity = Math.max(0, story.capacity() - i);
      SortedMap<String, Long> quotas =
          rebalancer.decide(new Observation(capacity, STEP, story.observation(i).loads()));
      assertThat(sum(quotas)).isLessThanOrEqualTo(capacity);
    }
  }

  private static long sum(Map<String, Long> quotas) {
    return quotas.values().stream().mapToLong(Long::longValue).sum();
  }
}
