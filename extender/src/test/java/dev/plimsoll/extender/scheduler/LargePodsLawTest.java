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
 * What an owner of half of the nodes gets whose pods are of any size, while a borrower has all of
 * them in pods of one GPU, and more whenever one ends. They end in the order in which they were
 * placed: were there some that never end, nobody could be promised their nodes. Which end first
 * isn't known when a node is chosen, so that for one large pod it may take until all have ended
 * that were there before.
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

  /** How the owner fared. */
  private record Course(long ends, long largePods) {
    boolean keepsLaw() {
      long lackedAndNodes = SHARE + SchedulingModel.GPUS * largePods;
      long thereBefore = NODES * SchedulingModel.GPUS;
      return ends <= Math.max(lackedAndNodes, thereBefore);
    }
  }

  private Course run(long seed, ReservationSettings reservations) {
    SchedulingModel model = new SchedulingModel(seed, NODES, POLICY, Set.of(), reservations);
    running.clear();
    for (int i = 0; i < NODES * SchedulingModel.GPUS; i++) {
      model.place("one", 1, "node-" + i / SchedulingModel.GPUS);
    }
    List<String> first = new ArrayList<>(model.pods.keySet());
    Collections.shuffle(first, model.random);
    running.addAll(first);
    long largePods = 0;
    for (long left = SHARE; left > 0; ) {
      long size = Math.min(1L << model.random.nextInt(4), left);
      model.create("two", size, 0);
      largePods += size > 1 ? 1 : 0;
      left -= size;
    }
    model.create("one", 1, 0);
    settle(model);
    model.pass(reservations.after());
    long ends = 0;
    while (used(model, "two") < SHARE && ends < 200) {
      for (int i = 0; i < NODES; i++) {
        model.pass(NodeReservations.RETRY);
        model.reserve();
      }
      end(model);
      ends++;
      settle(model);
    }
    return new Course(ends, largePods);
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
    assertThat(run(seed, ALL_NODES)).matches(Course::keepsLaw);
  }

  @Test
  void the_model_finds_that_nothing_is_reserved() {
    long broken = 0;
    for (int seed = 0; seed < 20; seed++) {
      broken += run(seed, NONE).keepsLaw() ? 0 : 1;
    }
    assertThat(broken).isPositive();
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
