package dev.plimsoll.model.defrag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.defrag.DefragmentationPlan.Move;
import dev.plimsoll.model.defrag.DefragmentationPlan.Moves;
import dev.plimsoll.model.defrag.DefragmentationPlan.NoMoves;
import dev.plimsoll.model.defrag.DefragmentationPlan.Outcome;
import dev.plimsoll.model.defrag.DefragmentationPlan.Unknown;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DefragmentationTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");

  private static Node node(String name, int gpus) {
    return NodeBuilder.node(name).has("nvidia.com/gpu", String.valueOf(gpus)).build();
  }

  private static Pod pod(String name, int gpus, String node) {
    return pod(name, gpus, node, "ReplicaSet");
  }

  private static Pod pod(String name, int gpus, String node, String owner) {
    Pod pod =
        PodBuilder.pod("team", name)
            .uid(name)
            .requests("nvidia.com/gpu", String.valueOf(gpus))
            .label("app", name)
            .on(node)
            .build();
    return pod.withMetadata(
        pod.metadata().withOwners(List.of(new OwnerReference("v1", owner, "o", "o", true))));
  }

  private static PodDisruptionBudget budget(String name, String app, long allowed) {
    return new PodDisruptionBudget(
        ObjectMeta.of("team", name),
        Optional.of(new LabelSelector(Map.of("app", app), List.of())),
        allowed,
        Set.of(),
        true);
  }

  private static Outcome outcome(ApiObject... objects) {
    return outcome(1, objects);
  }

  private static Outcome outcome(long least, ApiObject... objects) {
    ClusterBuilder builder = Cluster.builder(Instant.EPOCH).complete();
    for (ApiObject object : objects) {
      builder.add(object);
    }
    Simulation simulation =
        Simulation.of(builder.build(), AdmissionChain.standard(), DefaultPlugins.scheduler());
    return Defragmentation.plan(simulation, GPU, Quantity.of(least)).outcome();
  }

  private static Moves moves(ApiObject... objects) {
    assertThat(outcome(objects)).isInstanceOf(Moves.class);
    return (Moves) outcome(objects);
  }

  @Test
  void the_node_with_the_fewest_pods_is_emptied_into_what_others_have_free() {
    Pod three = pod("three", 3, "a");
    Moves moves = moves(node("a", 8), node("b", 8), three, pod("one", 1, "b"), pod("two", 2, "b"));

    assertThat(moves).isEqualTo(new Moves("a", List.of("a"), List.of(new Move(three, "b")), true));
  }

  @Test
  void no_other_whole_node_is_broken_for_it() {
    Moves moves =
        moves(node("a", 8), node("b", 8), node("c", 8), pod("x", 3, "a"), pod("y", 3, "b"));

    assertThat(moves.cordoned()).containsExactly("a", "c");
    assertThat(moves.moves()).extracting(Move::to).containsExactly("b");
  }

  @Test
  void a_pod_that_its_budget_protects_is_not_moved() {
    Pod y = pod("y", 3, "b");

    assertThat(
            moves(node("a", 8), node("b", 8), pod("x", 3, "a"), y, budget("keep", "x", 0)).moves())
        .containsExactly(new Move(y, "a"));
    assertThat(
            outcome(
                node("a", 8),
                node("b", 8),
                pod("x", 3, "a"),
                y,
                budget("keep", "x", 0),
                budget("one", "y", 1),
                budget("two", "y", 1)))
        .isEqualTo(new NoMoves(2, 2, 0, 0));
  }

  @Test
  void budgets_must_allow_all_moves_together() {
    Pod first = pod("x", 1, "a");
    Pod second = pod("x2", 1, "a");
    Pod alike = second.withMetadata(second.metadata().withLabels(Map.of("app", "x")));
    Pod daemon = pod("daemon", 1, "b", "DaemonSet");

    assertThat(outcome(node("a", 8), node("b", 8), first, alike, daemon, budget("pdb", "x", 1)))
        .isEqualTo(new NoMoves(2, 2, 0, 0));
    assertThat(outcome(node("a", 8), node("b", 8), first, alike, daemon, budget("pdb", "x", 2)))
        .isInstanceOf(Moves.class);
  }

  @Test
  void pods_that_nobody_makes_again_elsewhere_stay() {
    assertThat(outcome(node("a", 8), pod("static", 1, "a", "Node")))
        .isEqualTo(new NoMoves(1, 1, 0, 0));
  }

  @Test
  void a_node_whose_pods_fit_nowhere_else_is_passed_over_and_the_plan_stays_the_fewest() {
    Moves moves =
        moves(
            node("a", 8),
            node("b", 8),
            pod("large", 7, "a"),
            pod("x", 1, "b"),
            pod("y", 1, "b"),
            node("c", 8),
            pod("z", 7, "c"));

    assertThat(moves.node()).isEqualTo("b");
    assertThat(moves.fewest()).isTrue();
  }

  @Test
  void where_others_might_make_room_the_plan_is_only_the_fewest_found() {
    List<ApiObject> objects =
        new ArrayList<>(
            List.of(
                node("a", 8),
                node("b", 8),
                node("c", 8),
                pod("large", 6, "a"),
                pod("x", 1, "b"),
                pod("y", 1, "b"),
                pod("z", 1, "b"),
                pod("full", 6, "c")));

    assertThat(moves(objects.toArray(ApiObject[]::new)).fewest()).isFalse();
  }

  @Test
  void only_nodes_with_as_much_as_asked_for_are_emptied() {
    assertThat(outcome(8, node("a", 4), node("b", 4), pod("x", 1, "a"), pod("y", 1, "b")))
        .isEqualTo(new NoMoves(0, 0, 0, 0));
  }

  @Test
  void without_budgets_read_nothing_is_said() {
    Cluster cluster =
        Cluster.builder(Instant.EPOCH)
            .listed(Node.RESOURCE)
            .listed(Pod.RESOURCE)
            .add(node("a", 8))
            .add(pod("x", 1, "a"))
            .build();
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());

    assertThat(Defragmentation.plan(simulation, GPU, Quantity.of(1)).outcome())
        .isInstanceOfSatisfying(
            Unknown.class,
            u ->
                assertThat(u.unread().message())
                    .isEqualTo("poddisruptionbudgets.policy were not read"));
  }
}
