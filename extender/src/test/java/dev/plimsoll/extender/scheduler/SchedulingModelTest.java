package dev.plimsoll.extender.scheduler;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.NodePool;
import dev.plimsoll.model.tenancy.RequestApproval;
import dev.plimsoll.model.tenancy.RequestApproval.Decision;
import dev.plimsoll.model.tenancy.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What holds whatever a scheduler asks, and whenever the watch tells of it. A leader changes here
 * only while no pod is between filter and its binding: what a former leader let pass and nobody has
 * written yet is not known to the next.
 */
class SchedulingModelTest {
  private static final int NODES = 4;
  private static final List<String> NAMESPACES = List.of("one", "two");

  private static CapacityPolicy policy(BorrowingMode borrowing) {
    return ExtenderFixtures.policy(PlacementMode.HOLD, borrowing)
        .withApprovals(
            NAMESPACES.stream()
                .map(n -> new RequestApproval(n, "more", "", Decision.APPROVED, ""))
                .toList());
  }

  /** Returns a policy for the first nodes and one for the others, without borrowing. */
  private static List<CapacityPolicy> policyOfEachPool() {
    return List.of(policyOn("first", 0), policyOn("second", NODES / 2));
  }

  private static CapacityPolicy policyOn(String name, int from) {
    List<NodePool> pools =
        IntStream.range(from, from + NODES / 2)
            .mapToObj(
                i ->
                    new NodePool(
                        name + i,
                        new LabelSelector(
                            Map.of("kubernetes.io/hostname", "node-" + i), List.of())))
            .toList();
    return CapacityPolicy.proportional(
            name,
            NAMESPACES.stream().map(n -> Tenant.of(n, 1, n)).toList(),
            List.of(
                new DividedResource(
                    ExtenderFixtures.GPU,
                    Quantity.of(1),
                    pools.stream().map(NodePool::name).toList())))
        .withPools(pools)
        .withEnforcement(
            new Enforcement(
                Enforcement.AdmissionMode.OFF, PlacementMode.HOLD, BorrowingMode.NEVER));
  }

  /** Returns what pods of a namespace hold of the first nodes, or of the others. */
  private static long usedInPool(SchedulingModel model, String namespace, boolean isFirst) {
    return model.pods.values().stream()
        .filter(p -> p.namespace().equals(namespace))
        .filter(
            p -> {
              String node =
                  p.isBound() ? p.spec().nodeName() : model.binding.getOrDefault(p.name(), "");
              return !node.isEmpty() && isFirst == model.nodes.indexOf(node) < NODES / 2;
            })
        .mapToLong(SchedulingModel::size)
        .sum();
  }

  private static long used(SchedulingModel model, String namespace) {
    return model.pods.values().stream()
        .filter(p -> p.namespace().equals(namespace))
        .filter(p -> p.isBound() || model.binding.containsKey(p.name()))
        .mapToLong(SchedulingModel::size)
        .sum();
  }

  private static void step(SchedulingModel model) {
    String namespace = NAMESPACES.get(model.random.nextInt(2));
    switch (model.random.nextInt(16)) {
      case 0, 1 -> model.create(namespace, 1L << model.random.nextInt(4), model.random.nextInt(3));
      case 2, 3, 4, 5 -> any(model, model.pending()).ifPresent(p -> schedule(model, p));
      case 6 -> {
        List<String> binding = new ArrayList<>(model.binding.keySet());
        if (!binding.isEmpty()) {
          model.bind(
              binding.get(model.random.nextInt(binding.size())), model.random.nextInt(6) == 0);
        }
      }
      case 7 -> any(model, model.placed()).ifPresent(model::remove);
      case 8 -> model.quota(namespace, model.random.nextInt(33));
      case 9 -> model.clearNominations();
      case 10 -> assertThat(model.resync.run()).as("drifts").isEmpty();
      case 11 -> {
        if (model.binding.isEmpty()) {
          model.changeLeader();
        }
      }
      case 12 -> model.reserve();
      case 13 -> {
        if (model.random.nextInt(4) == 0) {
          model.request(namespace, model.random.nextInt(17));
        } else {
          any(model, List.copyOf(model.pods.values())).ifPresent(model::replace);
        }
      }
      default -> {
        model.informer.tellOne(model.decisions, model.random);
        model.pass(Duration.ofMillis(10));
      }
    }
  }

  private static void reservesWithinBounds(SchedulingModel model) {
    List<NodeReservation> all = model.decisions.reservations().all();
    assertThat(all).hasSizeLessThanOrEqualTo(SchedulingModel.RESERVATIONS.most(NODES));
    assertThat(all).extracting(NodeReservation::node).doesNotHaveDuplicates();
    assertThat(all).extracting(r -> r.pod().name()).doesNotHaveDuplicates();
    assertThat(all).allMatch(r -> model.informer.shows(r.pod()));
  }

  private static Optional<Pod> any(SchedulingModel model, List<Pod> pods) {
    return pods.isEmpty()
        ? Optional.empty()
        : Optional.of(pods.get(model.random.nextInt(pods.size())));
  }

  /** Returns the pods whose nomination the extender has given up, if they have one. */
  private static Set<String> held(SchedulingModel model) {
    return model.decisions.held().stream().map(h -> h.pod().name()).collect(Collectors.toSet());
  }

  private static void schedule(SchedulingModel model, Pod pod) {
    Map<String, Long> reserved =
        model.decisions.reservations().all().stream()
            .filter(r -> !r.pod().name().equals(pod.name()))
            .filter(r -> SchedulingModel.priority(r.pod()) >= SchedulingModel.priority(pod))
            .collect(toMap(NodeReservation::node, r -> SchedulingModel.size(r.pod())));
    String outcome = model.schedule(pod.name());
    String namespace = pod.namespace();
    if (outcome.equals("passed")) {
      String node = model.binding.getOrDefault(pod.name(), "");
      assertThat(model.used(node) + reserved.getOrDefault(node, 0L))
          .as("on a node that is reserved")
          .isLessThanOrEqualTo(SchedulingModel.GPUS);
      model
          .shownQuota(namespace)
          .ifPresent(hard -> assertThat(used(model, namespace)).isLessThanOrEqualTo(hard));
      assertThat(used(model, "one") + used(model, "two"))
          .isLessThanOrEqualTo((long) NODES * SchedulingModel.GPUS);
    } else if (outcome.equals("preempting")) {
      Set<String> held = held(model);
      long nominated =
          model.nominated().keySet().stream()
              .filter(name -> !held.contains(name))
              .map(model::pod)
              .filter(p -> p.namespace().equals(namespace))
              .mapToLong(SchedulingModel::size)
              .sum();
      long staying =
          model.pods.values().stream()
              .filter(p -> p.namespace().equals(namespace) && !p.isTerminating())
              .filter(p -> p.isBound() || model.binding.containsKey(p.name()))
              .mapToLong(SchedulingModel::size)
              .sum();
      model
          .shownQuota(namespace)
          .ifPresent(
              hard ->
                  assertThat(staying + nominated)
                      .as("evicted for pods of %s", namespace)
                      .isLessThanOrEqualTo(hard));
    }
  }

  /** Runs at random, then lets everything come to rest, and looks at what is left. */
  private static void run(long seed, BorrowingMode borrowing, Set<Fault> faults) {
    run(new SchedulingModel(seed, NODES, policy(borrowing), faults), () -> {});
  }

  private static void run(SchedulingModel model, Runnable law) {
    for (int i = 0; i < 150; i++) {
      step(model);
      reservesWithinBounds(model);
      law.run();
    }
    for (int i = 0; i < 3; i++) {
      model.placed().stream().filter(Pod::isTerminating).forEach(model::remove);
      model.informer.tellAll(model.decisions, model.random);
      model.nominated().keySet().forEach(model::schedule);
      List.copyOf(model.binding.keySet()).forEach(name -> model.bind(name, false));
    }
    for (int i = 0; i < 2; i++) {
      model.informer.tellAll(model.decisions, model.random);
      model.clearNominations();
    }
    model.informer.tellAll(model.decisions, model.random);
    model.pass(ExtenderSettings.DEFAULT.assumedPodTtl());

    assertThat(model.decisions.assumedPods()).isEmpty();
    assertThat(model.decisions.resync()).as("drifts").isEmpty();
    Set<String> held = held(model);
    held.retainAll(model.nominated().keySet());
    assertThat(held).as("held though nominated").isEmpty();
    assertThat(model.decisions.nominatedPods())
        .extracting(n -> n.pod().name())
        .containsExactlyInAnyOrderElementsOf(model.nominated().keySet());
    requeuesAllThatFit(model);
  }

  /**
   * Whoever is held is requeued within seconds once nothing holds it, whoever is held beside it.
   */
  private static void requeuesAllThatFit(SchedulingModel model) {
    int pods = model.pods.size();
    NAMESPACES.forEach(n -> model.quota(n, 1000));
    NAMESPACES.forEach(n -> model.request(n, 0));
    model.placed().forEach(model::remove);
    model.nominated().keySet().forEach(n -> model.remove(model.pod(n)));
    model.informer.tellAll(model.decisions, model.random);
    assertThat(model.decisions.resync()).as("drifts").isEmpty();
    for (int i = 0; i < 3 * pods + 60 && !model.decisions.held().isEmpty(); i++) {
      model.pass(Duration.ofSeconds(1));
      model.reserve();
      model.ownersOfReservedNodes().forEach(name -> scheduleAndBind(model, name));
      model.decisions.released(100).values().stream()
          .flatMap(List::stream)
          .toList()
          .forEach(
              held -> {
                model.decisions.requeue(held);
                scheduleAndBind(model, held.pod().name());
              });
      model.informer.tellAll(model.decisions, model.random);
      model.placed().forEach(model::remove);
      model.informer.tellAll(model.decisions, model.random);
      model.nominated().keySet().forEach(name -> scheduleAndBind(model, name));
    }
    assertThat(model.decisions.held()).as("held for good").isEmpty();
    List.copyOf(model.pods.values()).forEach(model::remove);
    model.informer.tellAll(model.decisions, model.random);
    assertThat(model.decisions.reservations().all()).as("reserved for nobody").isEmpty();
  }

  private static void scheduleAndBind(SchedulingModel model, String name) {
    if (model.pods.containsKey(name) && model.schedule(name).equals("passed")) {
      model.bind(name, false);
    }
  }

  @Property(tries = 200)
  void nothing_is_passed_or_evicted_in_vain_and_nothing_leaks(
      @ForAll long seed, @ForAll BorrowingMode borrowing) {
    run(seed, borrowing, Set.of());
  }

  @Property(tries = 100)
  void with_a_policy_for_each_pool_nobody_has_more_of_a_pool_than_its_share(@ForAll long seed) {
    SchedulingModel model =
        new SchedulingModel(
            seed, NODES, policyOfEachPool(), Set.of(), SchedulingModel.RESERVATIONS);
    long share = NODES / 2 * SchedulingModel.GPUS / 2;

    run(
        model,
        () ->
            NAMESPACES.forEach(
                n -> {
                  assertThat(usedInPool(model, n, true)).as(n).isLessThanOrEqualTo(share);
                  assertThat(usedInPool(model, n, false)).as(n).isLessThanOrEqualTo(share);
                }));
  }

  @ParameterizedTest
  @CsvSource({
    "REPLACEMENT_TOLD_AS_CHANGE, held for good",
    "PREEMPTION_UNBOOKED, nominated",
    "NOMINATIONS_KEPT, held",
    "OLDER_AFTER_NEWER, ''",
    "TERMINATING_COUNTED_TWICE, drifts"
  })
  void the_model_finds_what_is_wrong(Fault fault, String law) {
    assertThatThrownBy(() -> runAll(Set.of(fault)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(law);
  }

  private static void runAll(Set<Fault> faults) {
    for (int seed = 0; seed < 300; seed++) {
      run(seed, BorrowingMode.NEVER, faults);
    }
  }

  /**
   * Everything is borrowed in pods of one GPU, and the borrower has more of them at once whenever
   * one ends. The owner's pods are no larger than those.
   *
   * @return how many GPUs' worth of pods ended until the owner had its share
   */
  private static long endsUntilTheOwnerHas(long share, long seed, Set<Fault> faults) {
    SchedulingModel model = new SchedulingModel(seed, NODES, policy(BorrowingMode.IDLE), faults);
    for (int i = 0; i < NODES * SchedulingModel.GPUS; i++) {
      model.place("one", 1, "node-" + i / SchedulingModel.GPUS);
    }
    for (int i = 0; i < share; i++) {
      model.create("two", 1, 0);
      model.create("one", 1, 0);
    }
    long ended = 0;
    while (used(model, "two") < share && ended < 100) {
      settle(model);
      List<Pod> lent = model.placed().stream().filter(p -> p.namespace().equals("one")).toList();
      model.remove(lent.get(model.random.nextInt(lent.size())));
      ended++;
      model.create("one", 1, 0);
      settle(model);
    }
    return ended;
  }

  /** Has everybody asked about, in any order, and the watch tell of it. */
  private static void settle(SchedulingModel model) {
    model.informer.tellAll(model.decisions, model.random);
    List<Pod> pending = new ArrayList<>(model.pending());
    Collections.shuffle(pending, model.random);
    for (Pod pod : pending) {
      if (model.schedule(pod.name()).equals("passed")) {
        model.bind(pod.name(), false);
      }
      model.informer.tellOne(model.decisions, model.random);
    }
    model.informer.tellAll(model.decisions, model.random);
  }

  @Property(tries = 50)
  void an_owner_gets_its_share_within_as_many_ends_as_it_lacks_and_a_node_more(@ForAll long seed) {
    long share = NODES * SchedulingModel.GPUS / 2;

    assertThat(endsUntilTheOwnerHas(share, seed, Set.of()))
        .isLessThanOrEqualTo(share + SchedulingModel.GPUS);
  }

  @Test
  void the_model_finds_that_what_an_owner_waits_for_is_borrowed_again() {
    long share = NODES * SchedulingModel.GPUS / 2;
    long most = 0;
    for (int seed = 0; seed < 20; seed++) {
      most = Math.max(most, endsUntilTheOwnerHas(share, seed, Set.of(Fault.WAITING_UNSEEN)));
    }
    assertThat(most).isGreaterThan(share + SchedulingModel.GPUS);
  }
}
