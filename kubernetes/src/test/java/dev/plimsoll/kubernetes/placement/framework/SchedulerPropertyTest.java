package dev.plimsoll.kubernetes.placement.framework;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodAffinityTerm;
import dev.plimsoll.kubernetes.object.TopologySpreadConstraint;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SchedulerPropertyTest {
  private static final Scheduler SCHEDULER = DefaultPlugins.scheduler();
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String HOST = "kubernetes.io/hostname";
  private static final String GPU = "nvidia.com/gpu";
  private static final int MOST = 12;

  private static final List<UnaryOperator<NodeBuilder>> NODE_TRAITS =
      List.of(
          n -> n.label(ZONE, "east"),
          n -> n.label(ZONE, "west"),
          n -> n.has(GPU, "2"),
          n -> n.has(GPU, "4"),
          n -> n.taint("busy", "", "NoSchedule"),
          NodeBuilder::cordoned);

  private static final List<UnaryOperator<PodBuilder>> SIZES =
      List.of(
          p -> p.requests(GPU, "1"),
          p -> p.requests(GPU, "2"),
          p -> p.requests("cpu", "1"),
          p -> p.requests("cpu", "3"),
          p -> p.priority(1),
          p -> p.priority(2));

  private static final List<UnaryOperator<PodBuilder>> RULES =
      List.of(
          p -> p.antiAffinity(webIn(HOST)),
          p -> p.antiAffinity(webIn(ZONE)),
          p -> p.affinity(webIn(ZONE)),
          p -> p.prefersPods(10, webIn(HOST)),
          p -> p.spread(evenly(ZONE)),
          p -> p.spread(evenly(HOST)),
          p -> p.nodeSelector(ZONE, "east"),
          p -> p.tolerates("busy", "Exists", "", ""));

  private record Placed(Pod pod, String node) {}

  private record Scenario(Cluster nodes, List<Placed> placed, Pod incoming) {

    Cluster cluster() {
      Cluster cluster = nodes;
      for (Placed one : placed) {
        Pod pod = one.pod();
        cluster = cluster.with(pod.withSpec(pod.spec().withNodeName(one.node())));
      }
      return cluster;
    }
  }

  private static PodAffinityTerm webIn(String topologyKey) {
    return new PodAffinityTerm(
        Optional.of(new LabelSelector(Map.of("app", "web"), List.of())),
        List.of(),
        Optional.empty(),
        topologyKey,
        List.of(),
        List.of());
  }

  private static TopologySpreadConstraint evenly(String topologyKey) {
    return new TopologySpreadConstraint(
        1,
        topologyKey,
        "DoNotSchedule",
        Optional.of(new LabelSelector(Map.of("app", "web"), List.of())),
        OptionalInt.empty(),
        "",
        "",
        List.of());
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void a_snapshot_changed_pod_by_pod_answers_as_one_made_anew(
      @ForAll("anyPods") Scenario scenario) {
    Cluster cluster = scenario.cluster();
    Snapshot changed = Snapshot.of(scenario.nodes());
    for (Placed placed : scenario.placed()) {
      changed = changed.with(placed.pod(), placed.node());
    }

    assertThat(SCHEDULER.schedule(changed, scenario.incoming()))
        .isEqualTo(SCHEDULER.schedule(Snapshot.of(cluster), scenario.incoming()));

    for (Pod pod : cluster.list(Pod.class)) {
      assertThat(SCHEDULER.schedule(changed.without(pod), scenario.incoming()))
          .isEqualTo(SCHEDULER.schedule(Snapshot.of(cluster.without(pod)), scenario.incoming()));
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void a_snapshot_with_nodes_changed_and_added_answers_as_one_made_anew(
      @ForAll("anyPods") Scenario scenario, @ForAll("anyPods") Scenario other) {
    Snapshot before = Snapshot.of(scenario.cluster());
    if (SCHEDULER.schedule(before, scenario.incoming())
        instanceof ScheduleResult.Feasible feasible) {
      SCHEDULER.score(before, scenario.incoming(), feasible.nodes());
    }
    Cluster changed = scenario.cluster();
    for (Node node : other.nodes().nodes()) {
      changed = changed.with(node);
    }

    Snapshot derived = before.withNodes(changed);
    Snapshot anew = Snapshot.of(changed);
    ScheduleResult scheduleResult = SCHEDULER.schedule(derived, scenario.incoming());

    assertThat(scheduleResult).isEqualTo(SCHEDULER.schedule(anew, scenario.incoming()));
    if (scheduleResult instanceof ScheduleResult.Feasible feasible) {
      assertThat(SCHEDULER.score(derived, scenario.incoming(), feasible.nodes()))
          .isEqualTo(SCHEDULER.score(anew, scenario.incoming(), feasible.nodes()));
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void the_node_picked_fits_and_none_that_fits_scores_higher(@ForAll("anyPods") Scenario scenario) {
    Snapshot snapshot = Snapshot.of(scenario.cluster());

    if (SCHEDULER.schedule(snapshot, scenario.incoming())
        instanceof ScheduleResult.Feasible feasible) {
      String picked = SCHEDULER.selectHost(snapshot, scenario.incoming(), feasible.nodes());
      Map<String, Long> scores = SCHEDULER.score(snapshot, scenario.incoming(), feasible.nodes());

      assertThat(scores.keySet()).containsExactlyElementsOf(feasible.nodes());
      assertThat(scores.get(picked)).isEqualTo(Collections.max(scores.values()));
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void victims_are_less_important_make_room_and_none_of_them_could_stay(
      @ForAll("plainPods") Scenario scenario) {
    Snapshot snapshot = Snapshot.of(scenario.cluster());
    Pod incoming = scenario.incoming();

    if (SCHEDULER.schedule(snapshot, incoming) instanceof ScheduleResult.Preempting preempting) {
      int priority = incoming.spec().priority().orElse(0);
      assertThat(preempting.victims())
          .isNotEmpty()
          .allSatisfy(
              v -> {
                assertThat(v.spec().nodeName()).isEqualTo(preempting.node());
                assertThat(v.spec().priority().orElse(0)).isLessThan(priority);
              });
      assertThat(fits(without(snapshot, preempting.victims()), preempting.node(), incoming))
          .isTrue();
      for (Pod spared : preempting.victims()) {
        List<Pod> others = new ArrayList<>(preempting.victims());
        others.remove(spared);
        assertThat(fits(without(snapshot, others), preempting.node(), incoming)).isFalse();
      }
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void as_many_are_counted_as_find_a_node_one_after_the_other_whichever_they_get(
      @ForAll("anyPods") Scenario scenario, @ForAll Random random) {
    Snapshot snapshot = Snapshot.of(scenario.cluster());
    Snapshot filled = snapshot;
    int placed = 0;
    while (placed < MOST
        && SCHEDULER.schedule(filled, scenario.incoming())
            instanceof ScheduleResult.Feasible feasible) {
      String node = feasible.nodes().get(random.nextInt(feasible.nodes().size()));
      filled = filled.with(renamed(scenario.incoming(), "incoming-" + placed), node);
      placed++;
    }

    OptionalInt count = SCHEDULER.countPlaceable(snapshot, scenario.incoming(), MOST);
    boolean looksBeyondNodes =
        !scenario.incoming().spec().topologySpreadConstraints().isEmpty()
            || !scenario.incoming().spec().affinity().requiredPods().isEmpty()
            || !scenario.incoming().spec().affinity().requiredAntiPods().isEmpty();

    if (count.isPresent()) {
      assertThat(count).hasValue(placed);
    } else {
      assertThat(looksBeyondNodes || !snapshot.podsWithAntiAffinity().isEmpty()).isTrue();
    }
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void pods_that_share_what_a_snapshot_remembers_get_the_results_they_get_alone(
      @ForAll("anyPods") Scenario scenario, @ForAll("alikePods") List<Pod> incoming) {
    Snapshot shared = Snapshot.of(scenario.cluster());

    for (Pod pod : incoming) {
      Snapshot alone = Snapshot.of(scenario.cluster());
      assertThat(SCHEDULER.schedule(shared, pod)).isEqualTo(SCHEDULER.schedule(alone, pod));
      assertThat(SCHEDULER.countPlaceable(shared, pod, MOST))
          .isEqualTo(SCHEDULER.countPlaceable(alone, pod, MOST));
    }
  }

  /** Pods of few shapes, so that many differ in one thing only. */
  @Provide
  Arbitrary<List<Pod>> alikePods() {
    List<UnaryOperator<PodBuilder>> traits =
        List.of(
            p -> p.requests(GPU, "2"),
            p -> p.requests("cpu", "3"),
            p -> p.priority(2),
            p -> p.priority(2).spec(s -> s.preemptionPolicy("Never")),
            p -> p.nominatedFor("n0"),
            p -> p.tolerates("busy", "Exists", "", ""),
            p -> p.spread(evenly(HOST)));
    return Arbitraries.of(traits)
        .list()
        .uniqueElements()
        .ofMaxSize(2)
        .map(some -> pod("incoming", some, false))
        .list()
        .ofMinSize(2)
        .ofMaxSize(8);
  }

  private static Pod renamed(Pod pod, String name) {
    return pod.withMetadata(pod.metadata().withName(name));
  }

  private static Snapshot without(Snapshot snapshot, List<Pod> pods) {
    Snapshot left = snapshot;
    for (Pod pod : pods) {
      left = left.without(pod);
    }
    return left;
  }

  private static boolean fits(Snapshot snapshot, String node, Pod pod) {
    return SCHEDULER.schedule(snapshot, pod) instanceof ScheduleResult.Feasible feasible
        && feasible.nodes().contains(node);
  }

  /** At most one of the pods that are there takes a port, since the first to go would free it. */
  @Provide
  Arbitrary<Scenario> anyPods() {
    List<UnaryOperator<PodBuilder>> traits = new ArrayList<>(SIZES);
    traits.addAll(RULES);
    return scenarios(traits);
  }

  @Provide
  Arbitrary<Scenario> plainPods() {
    return scenarios(SIZES);
  }

  private static Arbitrary<Scenario> scenarios(List<UnaryOperator<PodBuilder>> podTraits) {
    Arbitrary<List<List<UnaryOperator<NodeBuilder>>>> nodes =
        Arbitraries.of(NODE_TRAITS)
            .list()
            .uniqueElements()
            .ofMaxSize(3)
            .list()
            .ofMinSize(1)
            .ofMaxSize(4);
    Arbitrary<List<UnaryOperator<PodBuilder>>> pod =
        Arbitraries.of(podTraits).list().uniqueElements().ofMaxSize(4);
    Arbitrary<Integer> nodeIndex = Arbitraries.integers().between(0, 11);
    Arbitrary<Boolean> port = Arbitraries.of(true, false);
    return Combinators.combine(
            nodes, pod.list().ofMaxSize(8), nodeIndex.list().ofSize(8), pod, port)
        .as(SchedulerPropertyTest::scenario);
  }

  private static Scenario scenario(
      List<List<UnaryOperator<NodeBuilder>>> nodes,
      List<List<UnaryOperator<PodBuilder>>> pods,
      List<Integer> nodeIndexes,
      List<UnaryOperator<PodBuilder>> incoming,
      boolean port) {
    ClusterBuilder cluster = Cluster.builder(Instant.EPOCH);
    for (int i = 0; i < nodes.size(); i++) {
      NodeBuilder node = NodeBuilder.node("n" + i).has("cpu", "4");
      for (UnaryOperator<NodeBuilder> trait : nodes.get(i)) {
        node = trait.apply(node);
      }
      cluster.add(node.build());
    }
    List<Placed> placed = new ArrayList<>();
    for (int i = 0; i < pods.size(); i++) {
      Pod pod = pod("p" + i, pods.get(i), port && i == 0);
      placed.add(new Placed(pod, "n" + nodeIndexes.get(i) % nodes.size()));
    }
    return new Scenario(cluster.build(), placed, pod("incoming", incoming, port));
  }

  private static Pod pod(String name, List<UnaryOperator<PodBuilder>> traits, boolean port) {
    PodBuilder pod = PodBuilder.pod(name).label("app", traits.size() % 2 == 0 ? "web" : "db");
    for (UnaryOperator<PodBuilder> trait : traits) {
      pod = trait.apply(pod);
    }
    return (port ? pod.hostPort("", 8080, "TCP") : pod).build();
  }
}
