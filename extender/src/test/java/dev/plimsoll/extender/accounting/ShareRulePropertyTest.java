package dev.plimsoll.extender.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What the extender decides by usage kept step by step, beside what shares say when counted. */
class ShareRulePropertyTest {
  private static final int NODES = 3;
  private static final List<String> TENANTS = List.of("one", "two", "three");

  private static CapacityPolicy policy(BorrowingMode borrowingMode) {
    return ExtenderFixtures.policy(
        PlacementMode.HOLD,
        borrowingMode,
        Tenant.of("one", 1, "one"),
        Tenant.of("two", 2, "two"),
        Tenant.of("three", 3, "three"));
  }

  /** Pod number i has so many GPUs, belongs to tenant i mod 4, the last being nobody. */
  private static Pod pod(int number, int gpus, String node) {
    String namespace = number % 4 < 3 ? TENANTS.get(number % 4) : "nobody";
    return ExtenderFixtures.pod(namespace, "pod-" + number, gpus, node);
  }

  private static Cluster cluster(List<Integer> placed) {
    ClusterBuilder builder = ExtenderFixtures.cluster();
    for (int i = 0; i < NODES; i++) {
      builder.add(ExtenderFixtures.node("node-" + i, 8));
    }
    for (int i = 0; i < placed.size(); i++) {
      builder.add(pod(i, placed.get(i), "node-" + i % NODES));
    }
    return builder.build();
  }

  private static long units(Quantity quantity) {
    return quantity.value();
  }

  /** Returns whether the tenant may have that many more, by the rule in one sentence. */
  private static boolean may(Cluster cluster, CapacityPolicy policy, String tenant, long more) {
    Shares shares = Shares.of(cluster, policy);
    Share own = shares.of(tenant, ExtenderFixtures.GPU).orElseThrow();
    long idle = 0;
    for (Share share : shares.all()) {
      if (!share.tenant().equals(tenant)) {
        idle += units(share.share()) - units(share.used());
      }
    }
    boolean borrows = policy.enforcement().borrowing() != BorrowingMode.NEVER;
    long most = units(own.share()) + (borrows ? Math.max(0, idle) : 0);
    return units(own.used()) + more <= Math.min(most, units(own.ceiling()));
  }

  @Property(tries = 300)
  void a_pod_passes_exactly_if_its_tenant_may_have_that_much_more(
      @ForAll @Size(max = 8) List<@IntRange(max = 5) Integer> placed,
      @ForAll @Size(min = 1, max = 12) List<@IntRange(max = 6) Integer> asking,
      @ForAll BorrowingMode borrowingMode) {
    CapacityPolicy policy = policy(borrowingMode);
    Cluster counted = cluster(placed);
    Decisions decisions =
        new Decisions(
            counted, ExtenderSettings.DEFAULT.withPolicies(List.of(policy)), Ticker.SYSTEM);

    for (int i = 0; i < asking.size(); i++) {
      Pod pod = pod(100 + i, asking.get(i), "");
      boolean expected =
          asking.get(i) == 0
              || pod.namespace().equals("nobody")
              || may(counted, policy, pod.namespace(), asking.get(i));

      assertThat(decisions.filter(pod, 1, () -> List.of("node-0")).filtered().passes(0))
          .isEqualTo(expected);
      counted = expected ? counted.with(pod(100 + i, asking.get(i), "node-0")) : counted;
    }
    assertThat(decisions.resync()).isEmpty();
  }

  @Property(tries = 300)
  void evictions_keep_to_shares(
      @ForAll @Size(max = 12) List<@IntRange(max = 5) Integer> placed,
      @ForAll @IntRange(min = 1, max = 3) int tenant,
      @ForAll @IntRange(min = 1, max = 8) int gpus,
      @ForAll BorrowingMode borrowingMode) {
    CapacityPolicy policy = policy(borrowingMode);
    Cluster cluster = cluster(placed);
    Decisions decisions =
        new Decisions(
            cluster, ExtenderSettings.DEFAULT.withPolicies(List.of(policy)), Ticker.SYSTEM);
    Pod pod = pod(99 + tenant, gpus, "");
    Map<String, List<String>> victims = new LinkedHashMap<>();
    for (int i = 0; i < NODES; i++) {
      victims.put(
          "node-" + i, cluster.podsOn("node-" + i).stream().map(p -> p.metadata().uid()).toList());
    }

    Set<String> answered = decisions.preempt(pod, victims);

    Map<String, Integer> allowed = new HashMap<>();
    for (String node : victims.keySet()) {
      int within = judge(cluster, policy, pod, gpus, cluster.podsOn(node));
      if (within >= 0 && !cluster.podsOn(node).isEmpty()) {
        allowed.put(node, within);
      }
    }
    int least = allowed.values().stream().mapToInt(Integer::intValue).min().orElse(-1);
    allowed.values().removeIf(w -> w != least);
    if (borrowingMode == BorrowingMode.RECLAIM && !allowed.isEmpty()) {
      assertThat(answered).hasSize(1).isSubsetOf(allowed.keySet());
    } else {
      assertThat(answered).isEqualTo(allowed.keySet());
    }
  }

  /** Returns how many of the victims haven't borrowed, or -1 if they may not be evicted. */
  private static int judge(
      Cluster cluster, CapacityPolicy policy, Pod pod, int gpus, List<Pod> victims) {
    Cluster left = cluster;
    for (Pod victim : victims) {
      left = left.without(victim);
    }
    if (!may(left, policy, pod.namespace(), gpus)) {
      return -1;
    }
    Share own = Shares.of(left, policy).of(pod.namespace(), ExtenderFixtures.GPU).orElseThrow();
    boolean beyond = units(own.used()) + gpus > units(own.share());
    List<Pod> bySize = new ArrayList<>(victims);
    bySize.sort(Comparator.comparing(ShareRulePropertyTest::size));
    Cluster running = cluster;
    int within = 0;
    for (Pod victim : bySize) {
      boolean isTenants = TENANTS.contains(victim.namespace());
      boolean borrows =
          isTenants
              && Shares.of(running, policy)
                  .of(victim.namespace(), ExtenderFixtures.GPU)
                  .filter(s -> s.used().compareTo(s.share()) > 0)
                  .isPresent();
      if (beyond && isTenants && !borrows && !victim.namespace().equals(pod.namespace())) {
        return -1;
      }
      within += borrows ? 0 : 1;
      running = running.without(victim);
    }
    return within;
  }

  private static long size(Pod pod) {
    return units(
        pod.spec().containers().get(0).resources().limits().getOrZero(ExtenderFixtures.GPU));
  }
}
