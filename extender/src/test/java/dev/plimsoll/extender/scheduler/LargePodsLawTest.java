package dev.plimsoll.extender.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ReservationSettings;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * When an owner of half of the nodes gets its share for pods of any size, or for a gang. A borrower
 * has all nodes, with pods of one GPU, and creates another pod whenever one ends. The pods end in
 * the order of their placement: nobody could be promised the node of a pod that never ends. The
 * order is unknown when a node is chosen, so one large pod may wait until all earlier pods have
 * ended.
 */
class LargePodsLawTest {
  private static final int NODES = 4;
  private static final long SHARE = NODES * SchedulingModel.GPUS / 2;
  private static final ReservationSettings ALL_NODES =
      new ReservationSettings(Duration.ofMinutes(5), Duration.ofHours(10), 100);
  private static final ReservationSettings NONE =
      new ReservationSettings(Duration.ofMinutes(5), Duration.ofHours(10), 0);
  private static final CapacityPolicy POLICY =
      ExtenderFixtures.policy(PlacementMode.HOLD, BorrowingMode.IDLE);

  private final Set<String> running = new LinkedHashSet<>();

  /**
   * How the owner fared.
   *
   * @param lacked how many GPUs it wanted
   * @param nodes for how many nodes it had to wait at most
   */
  private record Course(long ends, long lacked, long nodes) {
    boolean keepsLaw() {
      long lackedAndNodes = lacked + SchedulingModel.GPUS * nodes;
      long thereBefore = NODES * SchedulingModel.GPUS;
      return ends <= Math.max(lackedAndNodes, thereBefore);
    }
  }

  /** Creates pods of the owner; returns for how many nodes they wait at most. */
  private interface Demand {
    long create(SchedulingModel model);
  }

  private static long podsOfAnySize(SchedulingModel model) {
    long largePods = 0;
    for (long left = SHARE; left > 0; ) {
      long size = Math.min(1L << model.random.nextInt(4), left);
      model.create("two", size, 0);
      largePods += size > 1 ? 1 : 0;
      left -= size;
    }
    return largePods;
  }

  private static long gang(SchedulingModel model) {
    int size = 1 << model.random.nextInt(4);
    int count = 2 + model.random.nextInt((int) SHARE / size - 1);
    model.createGang("two", count, size);
    return count;
  }

  private Course run(long seed, ReservationSettings reservations, Demand demand) {
    SchedulingModel model = new SchedulingModel(seed, NODES, POLICY, Set.of(), reservations);
    running.clear();
    for (int i = 0; i < NODES * SchedulingModel.GPUS; i++) {
      model.place("one", 1, "node-" + i / SchedulingModel.GPUS);
    }
    List<String> first = new ArrayList<>(model.pods.keySet());
    Collections.shuffle(first, model.random);
    running.addAll(first);
    long nodes = demand.create(model);
    long lacked = model.pending().stream().mapToLong(SchedulingModel::size).sum();
    model.create("one", 1, 0);
    settle(model);
    model.pass(reservations.after());
    long ends = 0;
    while (used(model, "two") < lacked && ends < 200) {
      for (int i = 0; i < NODES; i++) {
        model.pass(NodeReservations.RETRY);
        model.reserve();
      }
      end(model);
      ends++;
      settle(model);
      model.reserve();
      settle(model);
    }
    return new Course(ends, lacked, nodes);
  }

  private void end(SchedulingModel model) {
    String oldest = running.iterator().next();
    running.remove(oldest);
    model.remove(model.pod(oldest));
    model.create("one", 1, 0);
  }

  private static long used(SchedulingModel model, String namespace) {
    return model.placed().stream()
        .filter(p -> p.namespace().equals(namespace))
        .mapToLong(SchedulingModel::size)
        .sum();
  }

  /** Has everybody asked about, in any order, and the watch tell of it. */
  private void settle(SchedulingModel model) {
    model.informer.tellAll(model.decisions, model.random);
    List<Pod> pending = new ArrayList<>(model.pending());
    Collections.shuffle(pending, model.random);
    for (Pod pod : pending) {
      if (model.schedule(pod.name()).equals("passed")) {
        model.bind(pod.name(), false);
        if (pod.namespace().equals("one")) {
          running.add(pod.name());
        }
      }
      model.informer.tellOne(model.decisions, model.random);
    }
    model.informer.tellAll(model.decisions, model.random);
  }

  @Property(tries = 200)
  void an_owner_gets_its_share_within_the_ends_of_what_it_lacks_and_a_node_a_large_pod_or_of_all(
      @ForAll long seed) {
    assertThat(run(seed, ALL_NODES, LargePodsLawTest::podsOfAnySize)).matches(Course::keepsLaw);
  }

  @Property(tries = 60)
  void a_gang_runs_within_the_ends_of_what_it_lacks_and_a_node_a_pod_or_of_all(@ForAll long seed) {
    assertThat(run(seed, ALL_NODES, LargePodsLawTest::gang)).matches(Course::keepsLaw);
  }

  @Test
  void the_model_finds_that_nothing_is_reserved() {
    for (Demand demand : List.<Demand>of(LargePodsLawTest::podsOfAnySize, LargePodsLawTest::gang)) {
      long broken = 0;
      for (int seed = 0; seed < 20; seed++) {
        broken += run(seed, NONE, demand).keepsLaw() ? 0 : 1;
      }
      assertThat(broken).isPositive();
    }
  }

  @Property(tries = 50)
  void where_all_pods_are_of_one_gpu_reservations_change_nothing(@ForAll long seed) {
    assertThat(placements(seed, ALL_NODES)).isEqualTo(placements(seed, NONE));
  }

  private static List<String> placements(long seed, ReservationSettings reservations) {
    SchedulingModel model = new SchedulingModel(seed, NODES, POLICY, Set.of(), reservations);
    List<String> placements = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      model.create(model.random.nextBoolean() ? "one" : "two", 1, 0);
      List<Pod> pending = model.pending();
      String name = pending.get(model.random.nextInt(pending.size())).name();
      placements.add(name + " " + model.schedule(name) + " " + model.binding.get(name));
      if (model.binding.containsKey(name)) {
        model.bind(name, false);
      }
      model.pass(Duration.ofMinutes(1));
      model.informer.tellOne(model.decisions, model.random);
      model.reserve();
      if (model.random.nextInt(3) == 0 && !model.placed().isEmpty()) {
        model.remove(model.placed().get(0));
      }
    }
    return placements;
  }
}
