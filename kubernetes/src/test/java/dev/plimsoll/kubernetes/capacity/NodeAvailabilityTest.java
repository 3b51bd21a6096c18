package dev.plimsoll.kubernetes.capacity;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class NodeAvailabilityTest {
  private static final String DISK_PRESSURE = "node.kubernetes.io/disk-pressure";
  private static final List<Condition> NO_CONDITIONS = List.of();
  private static final List<Condition> NOT_READY =
      List.of(new Condition("Ready", "Unknown", "", ""));

  @Test
  void a_node_of_which_nothing_is_said_is_available() {
    assertThat(NodeAvailability.of(node("a").build()).message()).isEqualTo("takes pods");
  }

  @Test
  void a_cordoned_node_is_just_that_whatever_taint_says_so_too() {
    Node node =
        node("a").cordoned().taint("node.kubernetes.io/unschedulable", "", "NoSchedule").build();

    assertThat(NodeAvailability.of(node).message()).isEqualTo("is cordoned");
  }

  @Test
  void a_node_is_not_ready_when_its_condition_is_anything_but_true() {
    Node node = withConditions(node("a").build(), NOT_READY);

    assertThat(NodeAvailability.of(node).message()).isEqualTo("is not ready");
  }

  @Test
  void a_lifecycle_taint_makes_a_node_unavailable_unless_it_is_soft() {
    Node hard = node("a").taint(DISK_PRESSURE, "", "NoSchedule").build();
    Node soft = node("a").taint(DISK_PRESSURE, "", "PreferNoSchedule").build();

    assertThat(NodeAvailability.of(hard).message())
        .isEqualTo("has the taint node.kubernetes.io/disk-pressure:NoSchedule");
    assertThat(NodeAvailability.of(soft).isAvailable()).isTrue();
  }

  @Test
  void an_operators_taint_matters_only_where_there_is_a_pod() {
    Node node = node("a").taint("team", "nlp", "NoSchedule").taint("gpu", "", "NoExecute").build();

    assertThat(NodeAvailability.of(node).isAvailable()).isTrue();
    assertThat(NodeAvailability.of(node, List.of()).message())
        .isEqualTo("has the taints team=nlp:NoSchedule, gpu:NoExecute");
  }

  @Test
  void a_pod_that_tolerates_the_cordon_gets_on_the_node() {
    List<Toleration> tolerations =
        List.of(new Toleration("node.kubernetes.io/unschedulable", "Exists", "", ""));

    assertThat(NodeAvailability.of(node("a").cordoned().build(), tolerations).isAvailable())
        .isTrue();
    assertThat(NodeAvailability.of(node("a").cordoned().build(), List.of()).message())
        .isEqualTo("is cordoned");
  }

  @Property
  void with_a_pod_it_is_what_the_plugins_of_the_scheduler_say(
      @ForAll("nodes") Node node, @ForAll("tolerations") List<Toleration> tolerations) {
    PodBuilder pod = PodBuilder.pod("p").spec(s -> s.tolerations(tolerations));
    boolean isFeasible =
        new ClusterFixture().with(node).schedule(pod) instanceof ScheduleResult.Feasible;

    assertThat(NodeAvailability.of(node, tolerations).isAvailable()).isEqualTo(isFeasible);
  }

  private static Node withConditions(Node node, List<Condition> conditions) {
    return new Node(
        node.metadata(),
        node.unschedulable(),
        node.taints(),
        node.capacity(),
        node.allocatable(),
        conditions);
  }

  @Provide
  Arbitrary<Node> nodes() {
    return Combinators.combine(
            taints(), Arbitraries.of(true, false), Arbitraries.of(NO_CONDITIONS, NOT_READY))
        .as(
            (taints, cordoned, conditions) ->
                withConditions(
                    node("a").build().withTaints(taints).withUnschedulable(cordoned), conditions));
  }

  private static Arbitrary<List<Taint>> taints() {
    return Combinators.combine(
            keys(),
            Arbitraries.of("", "x"),
            Arbitraries.of("NoSchedule", "NoExecute", "PreferNoSchedule"))
        .as(Taint::new)
        .list()
        .ofMaxSize(3);
  }

  @Provide
  Arbitrary<List<Toleration>> tolerations() {
    return Combinators.combine(
            Arbitraries.oneOf(keys(), Arbitraries.just("")),
            Arbitraries.of("Exists", "Equal"),
            Arbitraries.of("", "x"),
            Arbitraries.of("", "NoSchedule", "NoExecute"))
        .as(Toleration::new)
        .list()
        .ofMaxSize(3);
  }

  private static Arbitrary<String> keys() {
    return Arbitraries.of("team", DISK_PRESSURE, "node.kubernetes.io/unschedulable");
  }
}
