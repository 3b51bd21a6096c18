package dev.plimsoll.kubernetes.placement.plugins;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodAffinityTerm;
import dev.plimsoll.kubernetes.object.Service;
import dev.plimsoll.kubernetes.object.TopologySpreadConstraint;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.framework.ScorePlugin;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScorePluginsTest {
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final LabelSelector WEB = new LabelSelector(Map.of("app", "web"), List.of());

  private static NodeBuilder sized(String name, String cpu, String memory) {
    return node(name).has("cpu", cpu).has("memory", memory);
  }

  private static long[] scores(ScorePlugin plugin, ClusterFixture clusterFixture, PodBuilder pod) {
    Snapshot snapshot = clusterFixture.snapshot();
    return plugin.score(snapshot.podInfo(pod.build()), snapshot, snapshot.nodes());
  }

  private static PodAffinityTerm nearWeb() {
    return new PodAffinityTerm(
        Optional.of(WEB), List.of(), Optional.empty(), ZONE, List.of(), List.of());
  }

  @Test
  void least_allocated_is_the_mean_share_of_cpu_and_memory_left() {
    ClusterFixture clusterFixture =
        ClusterFixture.of(sized("a", "4", "8Gi"), sized("b", "8", "8Gi"))
            .with(pod("busy").requests("cpu", "1").requests("memory", "2Gi").on("a"));

    assertThat(
            scores(
                new NodeResourcesFit(Set.of(), Set.of()),
                clusterFixture,
                pod("p").requests("cpu", "1").requests("memory", "1Gi")))
        .as("a: (50 + 62) / 2; b: (87 + 87) / 2")
        .containsExactly(56, 87);
  }

  @Test
  void a_container_that_requests_nothing_counts_with_100m_and_200Mi() {
    ClusterFixture clusterFixture =
        ClusterFixture.of(sized("a", "1", "2000Mi"), sized("b", "1", "2000Mi"))
            .with(pod("idle").on("a"));

    assertThat(scores(new NodeResourcesFit(Set.of(), Set.of()), clusterFixture, pod("p")))
        .containsExactly(80, 90);
  }

  @Test
  void most_allocated_by_a_device_ignores_nodes_without_it_and_pods_that_dont_ask() {
    ResourceName gpu = ResourceName.of("nvidia.com/gpu");
    NodeResourcesFit packing =
        new NodeResourcesFit(Set.of(), Set.of(), ScoringStrategy.MOST_ALLOCATED, Map.of(gpu, 5));
    ClusterFixture clusterFixture =
        ClusterFixture.of(node("a").has(gpu.name(), "8"), node("b").has(gpu.name(), "4"), node("c"))
            .with(pod("busy").requests(gpu.name(), "2").on("a"));

    assertThat(scores(packing, clusterFixture, pod("p").requests(gpu.name(), "1")))
        .containsExactly(37, 25, 0);
    assertThat(scores(packing, clusterFixture, pod("p"))).containsExactly(0, 0, 0);
  }

  @Test
  void balanced_allocation_compares_the_node_with_and_without_the_pod() {
    ClusterFixture clusterFixture =
        ClusterFixture.of(sized("a", "4", "4Gi"), sized("b", "4", "4Gi"))
            .with(pod("busy").requests("memory", "2Gi").on("a"));

    assertThat(
            scores(
                new NodeResourcesBalancedAllocation(),
                clusterFixture,
                pod("p").requests("cpu", "2")))
        .as("a becomes balanced: 50 + (50 + 100 - 75) / 2; b loses it: 50 + (50 + 75 - 100) / 2")
        .containsExactly(87, 62);
    assertThat(scores(new NodeResourcesBalancedAllocation(), clusterFixture, pod("p"))).isEmpty();
  }

  @Test
  void untolerated_PreferNoSchedule_taints_count_against_a_node() {
    ClusterFixture clusterFixture =
        ClusterFixture.of(
            node("a"),
            node("b").taint("x", "", "PreferNoSchedule").taint("y", "", "PreferNoSchedule"),
            node("c")
                .taint("x", "", "PreferNoSchedule")
                .taint("z", "", "PreferNoSchedule")
                .taint("other", "", "NoSchedule"));

    assertThat(
            scores(
                new TaintToleration(), clusterFixture, pod("p").tolerates("z", "Exists", "", "")))
        .containsExactly(100, 0, 50);
  }

  @Test
  void preferred_node_terms_add_up_and_the_best_gets_100() {
    NodeSelector.Term east =
        new NodeSelector.Term(
            List.of(new NodeSelector.Requirement(ZONE, "In", List.of("east"))), List.of());
    NodeSelector.Term fast =
        new NodeSelector.Term(
            List.of(new NodeSelector.Requirement("fast", "Exists", List.of())), List.of());
    ClusterFixture clusterFixture =
        ClusterFixture.of(
            node("a").label(ZONE, "east").label("fast", "yes"),
            node("b").label(ZONE, "east"),
            node("c"));

    assertThat(
            scores(
                new NodeAffinity(),
                clusterFixture,
                pod("p").prefersNodes(10, east).prefersNodes(20, fast)))
        .containsExactly(100, 33, 0);
    assertThat(scores(new NodeAffinity(), clusterFixture, pod("p"))).isEmpty();
  }

  @Test
  void wishes_of_the_pod_and_of_those_that_are_there_stretch_from_0_to_100() {
    ClusterFixture clusterFixture =
        ClusterFixture.of(
                node("a").label(ZONE, "east"),
                node("b").label(ZONE, "west"),
                node("c").label(ZONE, "north"))
            .with(
                pod("web").label("app", "web").on("a"),
                pod("shy").avoidsPods(30, nearWeb()).on("b"));

    assertThat(
            scores(
                new InterPodAffinity(),
                clusterFixture,
                pod("p").label("app", "web").prefersPods(60, nearWeb())))
        .as("60 in the east, -30 in the west, 0 in the north")
        .containsExactly(100, 0, 33);
    assertThat(scores(new InterPodAffinity(), clusterFixture, pod("p").label("app", "db")))
        .isEmpty();
  }

  @Test
  void a_pod_that_must_be_near_such_as_the_incoming_one_draws_it_a_little() {
    ClusterFixture clusterFixture =
        ClusterFixture.of(node("a").label(ZONE, "east"), node("b").label(ZONE, "west"))
            .with(pod("fan").affinity(nearWeb()).on("b"));

    assertThat(scores(new InterPodAffinity(), clusterFixture, pod("p").label("app", "web")))
        .containsExactly(0, 100);
  }

  @Test
  void emptier_domains_are_better_and_nodes_without_the_label_get_nothing() {
    TopologySpreadConstraint anyway =
        new TopologySpreadConstraint(
            1, ZONE, "ScheduleAnyway", Optional.of(WEB), OptionalInt.empty(), "", "", List.of());
    ClusterFixture clusterFixture =
        ClusterFixture.of(node("a").label(ZONE, "east"), node("b").label(ZONE, "west"), node("c"))
            .with(
                pod("w1").label("app", "web").on("a"),
                pod("w2").label("app", "web").on("a"),
                pod("w3").label("app", "web").on("b"));

    assertThat(
            scores(
                new PodTopologySpread(),
                clusterFixture,
                pod("p").label("app", "web").spread(anyway)))
        .as("crowding 3 and 1, as round(2 ln 4) and round(ln 4)")
        .containsExactly(33, 100, 0);
  }

  @Test
  void pods_that_one_service_stands_for_are_spread_even_without_constraints() {
    Service service =
        new Service(
            ObjectMeta.of("team-a", "web"),
            "ClusterIP",
            List.of(),
            Optional.empty(),
            Map.of("app", "web"));
    ClusterFixture clusterFixture =
        ClusterFixture.of(node("a").label(ZONE, "east"), node("b").label(ZONE, "west"), node("c"))
            .with(service)
            .with(pod("w1").label("app", "web").on("a"));

    assertThat(scores(new PodTopologySpread(), clusterFixture, pod("p").label("app", "web")))
        .as("crowding: a round(ln 5 + 2 + ln 5 + 4) = 9, b 2 + 4 = 6, c 2")
        .containsExactly(22, 55, 100);
    assertThat(scores(new PodTopologySpread(), clusterFixture, pod("p").label("app", "db")))
        .isEmpty();
  }

  @Test
  void pods_of_one_replica_set_are_spread_by_its_selector() {
    Workload replicaSet =
        new Workload(
                ObjectMeta.of("team-a", "web-1"),
                GroupVersionKind.of("apps/v1", "ReplicaSet"),
                new GroupResource("apps", "replicasets"),
                List.of(),
                List.of(),
                false)
            .withSelector(Optional.of(WEB));
    ClusterFixture clusterFixture =
        ClusterFixture.of(node("a"), node("b"))
            .with(replicaSet)
            .with(pod("w1").label("app", "web").on("a"));
    Pod plain = pod("p").label("app", "web").build();
    Pod owned =
        plain.withMetadata(
            plain
                .metadata()
                .withOwners(
                    List.of(new OwnerReference("apps/v1", "ReplicaSet", "web-1", "", true))));
    Snapshot snapshot = clusterFixture.snapshot();

    assertThat(new PodTopologySpread().score(snapshot.podInfo(owned), snapshot, snapshot.nodes()))
        .as("crowding: a round(ln 4 + 2) = 3, b 2")
        .containsExactly(66, 100);
    assertThat(new PodTopologySpread().score(snapshot.podInfo(plain), snapshot, snapshot.nodes()))
        .isEmpty();
  }

  @Test
  void the_first_by_name_of_the_best_is_picked() {
    Snapshot snapshot =
        ClusterFixture.of(sized("a", "1", "1Gi"), sized("b", "4", "4Gi"), sized("c", "4", "4Gi"))
            .snapshot();

    assertThat(
            DefaultPlugins.scheduler()
                .selectHost(
                    snapshot, pod("p").requests("cpu", "1").build(), List.of("c", "b", "a")))
        .isEqualTo("b");
    assertThatThrownBy(
            () -> DefaultPlugins.scheduler().selectHost(snapshot, pod("p").build(), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no feasible nodes to select from");
  }

  @Test
  void a_resource_that_is_overcommitted_scores_nothing_and_a_full_one_neither() {
    assertThat(
            List.of(
                ScoringStrategy.LEAST_ALLOCATED.score(4, 4),
                ScoringStrategy.LEAST_ALLOCATED.score(5, 4),
                ScoringStrategy.LEAST_ALLOCATED.score(1, 4),
                ScoringStrategy.MOST_ALLOCATED.score(5, 4),
                ScoringStrategy.MOST_ALLOCATED.score(1, 4)))
        .containsExactly(0L, 0L, 75L, 100L, 25L);
  }

  @Test
  void scores_are_remembered_for_equal_requests_alone() {
    Snapshot snapshot =
        ClusterFixture.of(sized("a", "4", "8Gi").has("nvidia.com/gpu", "4")).snapshot();
    ResourceName gpu = ResourceName.of("nvidia.com/gpu");
    NodeResourcesFit usual = new NodeResourcesFit(Set.of(), Set.of());
    NodeResourcesFit byGpu =
        new NodeResourcesFit(Set.of(), Set.of(), ScoringStrategy.LEAST_ALLOCATED, Map.of(gpu, 1));
    NodeResourcesFit byCpu =
        new NodeResourcesFit(
            Set.of(), Set.of(), ScoringStrategy.LEAST_ALLOCATED, Map.of(ResourceName.CPU, 1));
    PodBuilder pod = pod("p").requests("cpu=1,memory=6Gi,nvidia.com/gpu=2");

    assertThat(
            List.of(
                score(usual, snapshot, pod),
                score(usual, snapshot, pod("p").requests("cpu=2,memory=4Gi")),
                score(byCpu, snapshot, pod),
                score(byGpu, snapshot, pod),
                score(new NodeResourcesBalancedAllocation(), snapshot, pod),
                score(usual, snapshot, pod)))
        .containsExactly(50L, 50L, 75L, 50L, 62L, 50L);
    assertThat(actual(snapshot, "cpu=1"))
        .isEqualTo(actual(snapshot, "cpu=1"))
        .hasSameHashCodeAs(actual(snapshot, "cpu=1"))
        .isNotEqualTo(actual(snapshot, "cpu=2"))
        .isNotEqualTo(
            ResourceAllocation.actual(
                List.of(ResourceName.MEMORY), pod("p").requests("memory=1").build(), snapshot))
        .isNotEqualTo(
            ResourceAllocation.nonZero(
                List.of(ResourceName.CPU), pod("p").requests("cpu=1").build(), snapshot))
        .isNotEqualTo("cpu");
  }

  private static ResourceAllocation actual(Snapshot snapshot, String requests) {
    return ResourceAllocation.actual(
        List.of(ResourceName.CPU), pod("p").requests(requests).build(), snapshot);
  }

  private static long score(ScorePlugin plugin, Snapshot snapshot, PodBuilder pod) {
    return plugin.score(snapshot.podInfo(pod.build()), snapshot, snapshot.nodes())[0];
  }

  /** As {@code scoreForCount} and {@code initPreScoreState} of podtopologyspread/scoring.go. */
  @Test
  void a_constraint_on_hosts_counts_pods_of_the_node_and_its_skew_less_one() {
    TopologySpreadConstraint onHosts =
        new TopologySpreadConstraint(
            3,
            "kubernetes.io/hostname",
            "ScheduleAnyway",
            Optional.of(WEB),
            OptionalInt.empty(),
            "",
            "",
            List.of());
    ClusterFixture clusterFixture =
        ClusterFixture.of(node("a"), node("b"))
            .with(
                pod("w1").label("app", "web").on("a"),
                pod("w2").label("app", "web").on("a"),
                pod("going").label("app", "web").on("a").terminating(),
                pod("other").label("app", "db").on("b"));

    assertThat(
            scores(
                new PodTopologySpread(),
                clusterFixture,
                pod("p").label("app", "web").spread(onHosts)))
        .as("crowding round(2 ln 4 + 2) = 5 and 2")
        .containsExactly(40, 100);
  }

  @Test
  void a_profiles_constraints_are_for_pods_of_a_service_without_their_own() {
    TopologySpreadConstraint anyway =
        new TopologySpreadConstraint(
            1, ZONE, "ScheduleAnyway", Optional.empty(), OptionalInt.empty(), "", "", List.of());
    Service service =
        new Service(
            ObjectMeta.of("team-a", "web"),
            "ClusterIP",
            List.of(),
            Optional.empty(),
            Map.of("app", "web"));
    ClusterFixture clusterFixture =
        ClusterFixture.of(node("a").label(ZONE, "east"), node("b").label(ZONE, "west"))
            .with(service)
            .with(pod("w1").label("app", "web").on("a"), pod("w2").label("app", "web").on("a"));
    PodTopologySpread plugin = new PodTopologySpread(List.of(anyway));

    assertThat(scores(plugin, clusterFixture, pod("p").label("app", "web")))
        .as("crowding round(2 ln 4) = 3 and 0")
        .containsExactly(0, 100);
    assertThat(scores(plugin, clusterFixture, pod("p").label("app", "db"))).isEmpty();
    assertThat(
            scores(new PodTopologySpread(List.of()), clusterFixture, pod("p").label("app", "web")))
        .isEmpty();
  }

  @Test
  void a_constraint_on_hosts_counts_each_node_even_if_two_have_one_name() {
    TopologySpreadConstraint onHosts =
        new TopologySpreadConstraint(
            2,
            "kubernetes.io/hostname",
            "ScheduleAnyway",
            Optional.of(WEB),
            OptionalInt.empty(),
            "",
            "",
            List.of());
    ClusterFixture clusterFixture =
        ClusterFixture.of(
                node("a").label("kubernetes.io/hostname", "x"),
                node("b").label("kubernetes.io/hostname", "x"))
            .with(
                pod("w1").label("app", "web").on("a"),
                pod("w2").label("app", "web").on("a"),
                pod("w3").label("app", "web").on("a"));

    assertThat(
            scores(
                new PodTopologySpread(),
                clusterFixture,
                pod("p").label("app", "web").spread(onHosts)))
        .as("crowding round(3 ln 4 + 1) = 5 and 1")
        .containsExactly(20, 100);
  }
}
