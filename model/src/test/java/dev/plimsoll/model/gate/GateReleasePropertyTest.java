package dev.plimsoll.model.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.Shares;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class GateReleasePropertyTest {

  /** A pod, or a gang of several, that waits; or one that runs on the first node with headroom. */
  record Work(boolean isFirst, int gpus, int size, int priority, int age, boolean runs) {
    String namespace() {
      return isFirst ? "one" : "two";
    }
  }

  @Provide
  Arbitrary<Work> work() {
    return Combinators.combine(
            Arbitraries.of(true, false),
            Arbitraries.integers().between(1, 5),
            Arbitraries.of(1, 1, 1, 2, 3),
            Arbitraries.of(0, 0, 5),
            Arbitraries.integers().between(0, 1_200),
            Arbitraries.of(true, false, false))
        .as(Work::new);
  }

  private static Cluster cluster(int nodes, List<Work> works) {
    GatedCluster cluster = new GatedCluster();
    List<Integer> free = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      cluster.node("node-" + i, 4);
      free.add(4);
    }
    for (int i = 0; i < works.size(); i++) {
      Work work = works.get(i);
      int node = 0;
      while (node < nodes && free.get(node) < work.gpus()) {
        node++;
      }
      if (work.runs() && node < nodes) {
        free.set(node, free.get(node) - work.gpus());
        cluster.add(
            GatedCluster.pod(work.namespace(), "run-" + i, work.gpus())
                .on("node-" + node)
                .priority(9)
                .build());
      } else {
        cluster.add(pods(work, i));
      }
    }
    return cluster.build();
  }

  private static List<Pod> pods(Work work, int number) {
    List<Pod> pods =
        work.size() == 1
            ? List.of(GatedCluster.gated(work.namespace(), "p-" + number, work.gpus(), work.age()))
            : GatedCluster.gang(
                work.namespace(), "g-" + number, work.size(), work.gpus(), work.age());
    return pods.stream()
        .map(p -> p.withSpec(p.spec().withPriority(OptionalInt.of(work.priority()))))
        .toList();
  }

  private static Cluster ungated(Cluster cluster, List<Pod> released) {
    Cluster after = cluster;
    for (Pod pod : released) {
      after = after.with(ShareGate.ungated(pod));
    }
    return after;
  }

  private static GateDecision decide(Cluster cluster, CapacityPolicy policy) {
    return GatedCluster.decide(cluster, policy);
  }

  private static List<Pod> released(GateDecision decision) {
    return decision.released().stream().flatMap(u -> u.pods().stream()).toList();
  }

  private static long held(Cluster cluster, String namespace) {
    return cluster.list(Pod.class, namespace).stream()
        .filter(p -> !ShareGate.isOn(p))
        .mapToLong(GateReleasePropertyTest::gpus)
        .sum();
  }

  private static long gpus(Pod pod) {
    return pod.spec().containers().get(0).resources().limits().getOrZero(GatedCluster.GPU).value();
  }

  @Property(tries = 300)
  void nothing_is_released_beyond_share_and_what_may_be_borrowed(
      @ForAll @IntRange(min = 1, max = 4) int nodes,
      @ForAll @Size(max = 8) List<@From("work") Work> works,
      @ForAll BorrowingMode borrowing) {
    CapacityPolicy policy = GatedCluster.policy(borrowing);
    Cluster before = cluster(nodes, works);

    Cluster after = ungated(before, released(decide(before, policy)));

    Shares shares = Shares.of(before, policy);
    for (Share share : shares.all()) {
      assertThat(held(after, share.tenant()))
          .isLessThanOrEqualTo(
              Math.max(most(share, nodes, borrowing), held(before, share.tenant())));
    }
    assertThat(held(after, "one") + held(after, "two")).isLessThanOrEqualTo(4L * nodes);
  }

  @Property(tries = 300)
  void gangs_are_released_whole_and_fit_on_nodes(
      @ForAll @IntRange(min = 1, max = 4) int nodes,
      @ForAll @Size(max = 8) List<@From("work") Work> works,
      @ForAll BorrowingMode borrowing) {
    Cluster before = cluster(nodes, works);

    List<Pod> released = released(decide(before, GatedCluster.policy(borrowing)));

    Set<Gang> gangs = new HashSet<>();
    released.forEach(p -> Gang.of(p).ifPresent(gangs::add));
    for (Gang gang : gangs) {
      assertThat(released)
          .filteredOn(p -> Gang.of(p).equals(Optional.of(gang)))
          .hasSize(gang.size().orElseThrow());
    }
    assertThat(released).allMatch(p -> gpus(p) <= 4);
  }

  @Property(tries = 300)
  void decided_again_it_is_the_same_whether_the_cluster_shows_what_was_released_or_not(
      @ForAll @IntRange(min = 1, max = 4) int nodes,
      @ForAll @Size(max = 8) List<@From("work") Work> works,
      @ForAll BorrowingMode borrowing) {
    CapacityPolicy policy = GatedCluster.policy(borrowing);
    Cluster before = cluster(nodes, works);
    List<Pod> released = released(decide(before, policy));
    String[] uids = released.stream().map(p -> p.metadata().uid()).toArray(String[]::new);

    List<Pod> again = released(GatedCluster.decide(before, policy, uids));

    assertThat(again)
        .isEqualTo(released(decide(ungated(before, released), policy)))
        .noneMatch(released::contains);
    List<Pod> all = new ArrayList<>(released);
    all.addAll(again);
    for (Share share : Shares.of(before, policy).all()) {
      assertThat(held(ungated(before, all), share.tenant()))
          .isLessThanOrEqualTo(
              Math.max(most(share, nodes, borrowing), held(before, share.tenant())));
    }
  }

  @Property(tries = 300)
  void of_one_tenant_nobody_is_passed_by_what_is_like_it_and_comes_later(
      @ForAll @IntRange(min = 1, max = 4) int nodes,
      @ForAll @Size(max = 8) List<@From("work") Work> works,
      @ForAll BorrowingMode borrowing) {
    GateDecision decision = decide(cluster(nodes, works), GatedCluster.policy(borrowing));

    List<Pod> released = released(decision);
    for (GateDecision.Waiting waiting : decision.waiting()) {
      for (Pod first : waiting.pods()) {
        assertThat(released)
            .filteredOn(p -> isSingle(first) && isSingle(p))
            .filteredOn(p -> p.namespace().equals(first.namespace()) && gpus(p) == gpus(first))
            .allMatch(p -> GateUnit.BY_PRIORITY_AND_AGE.compare(p, first) < 0);
      }
    }
  }

  private static long most(Share share, int nodes, BorrowingMode borrowing) {
    return borrowing == BorrowingMode.NEVER
        ? share.share().value()
        : Math.min(share.ceiling().value(), 4L * nodes);
  }

  private static boolean isSingle(Pod pod) {
    return Gang.of(pod).isEmpty();
  }

  @Property(tries = 200)
  void whatever_nodes_and_its_share_could_take_is_released_in_the_end(
      @ForAll @IntRange(min = 1, max = 4) int nodes,
      @ForAll @Size(max = 6) List<@From("work") Work> works,
      @ForAll @IntRange(min = 1, max = 4) int gpus,
      @ForAll BorrowingMode borrowing) {
    CapacityPolicy policy = GatedCluster.policy(borrowing);
    Pod wanted = GatedCluster.gated("one", "wanted", gpus, 2_000);
    Cluster cluster = cluster(nodes, works).with(wanted);
    boolean isPossible =
        Shares.of(cluster, policy)
            .of("one", GatedCluster.GPU)
            .filter(s -> s.share().value() >= gpus)
            .isPresent();

    boolean isReleased = false;
    for (int i = 0; i < 40 && !isReleased; i++) {
      List<Pod> released =
          released(
              GateRelease.decide(
                  cluster,
                  List.of(policy),
                  DefaultPlugins.scheduler(),
                  Set.of(),
                  GatedCluster.NOW.plus(Duration.ofMinutes(i))));
      isReleased = released.contains(wanted);
      for (Pod pod : released) {
        cluster = cluster.without(pod);
      }
      cluster = endedOne(cluster).with(GatedCluster.gated("one", "late-" + i, 1, -60L * i));
    }
    assertThat(isReleased || !isPossible).isTrue();
  }

  /** Returns the cluster after a pod of it that runs has ended. */
  private static Cluster endedOne(Cluster cluster) {
    return cluster.list(Pod.class).stream()
        .filter(Pod::isBound)
        .findFirst()
        .map(cluster::without)
        .orElse(cluster);
  }
}
