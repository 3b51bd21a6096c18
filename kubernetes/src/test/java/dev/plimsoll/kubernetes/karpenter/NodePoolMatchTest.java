package dev.plimsoll.kubernetes.karpenter;

import static dev.plimsoll.kubernetes.fixtures.ContainerFixtures.container;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.KarpenterNodePool;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.NodeSelector.Requirement;
import dev.plimsoll.kubernetes.object.NodeSelector.Term;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which NodePools Karpenter passes over for a pod, and which ones may not grow. */
class NodePoolMatchTest {
  private static final PodSpec POD = pod(container("c", "", "")).build().spec();
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");

  private static KarpenterNodePool pool(List<Taint> taints, Requirement... requirements) {
    return new KarpenterNodePool(
        ObjectMeta.of("", "gpu"),
        0,
        false,
        Resources.EMPTY,
        Resources.EMPTY,
        Map.of("team", "a"),
        taints,
        List.of(requirements),
        List.of());
  }

  private static KarpenterNodePool limited(Resources limits, Resources provisioned) {
    return new KarpenterNodePool(
        ObjectMeta.of("", "gpu"),
        0,
        false,
        limits,
        provisioned,
        Map.of(),
        List.of(),
        List.of(),
        List.of());
  }

  private static Requirement requirement(String key, String operator, String values) {
    return new Requirement(
        key, operator, values.isEmpty() ? List.of() : List.of(values.split(" ")));
  }

  private static PodSpec requiring(Term... terms) {
    return POD.with()
        .affinity(POD.affinity().withRequiredNodes(Optional.of(new NodeSelector(List.of(terms)))))
        .build();
  }

  private static Term term(Requirement requirement) {
    return new Term(List.of(requirement), List.of());
  }

  @ParameterizedTest
  @CsvSource({"NoSchedule, true", "NoExecute, true", "PreferNoSchedule, false"})
  void pods_must_tolerate_the_taints_that_keep_pods_away(String effect, boolean isPassedOver) {
    KarpenterNodePool tainted = pool(List.of(new Taint("team", "x", effect)));
    Toleration team = new Toleration("team", "Exists", "", "");

    assertThat(NodePoolMatch.mismatch(tainted, POD).isPresent()).isEqualTo(isPassedOver);
    assertThat(NodePoolMatch.mismatch(tainted, POD.with().tolerations(List.of(team)).build()))
        .isEmpty();
  }

  /** A label that neither the NodePool nor a provider defines is never on a new node. */
  @ParameterizedTest
  @CsvSource({
    "team, In, a, true",
    "team, In, b, false",
    "team, NotIn, a, false",
    "team, DoesNotExist, '', false",
    "type, In, large, true",
    "type, In, small, false",
    "type, In, large small, true",
    "absent, In, x, false",
    "absent, Exists, '', false",
    "absent, NotIn, x, true",
    "absent, DoesNotExist, '', true",
    "topology.kubernetes.io/zone, In, z, true",
    "nvidia.com/gpu.product, In, H100, false",
    "karpenter.sh/nodepool, In, gpu, true",
    "karpenter.sh/nodepool, In, cpu, false"
  })
  void the_labels_of_a_pod_must_be_possible_on_a_new_node(
      String key, String operator, String values, boolean mayMatch) {
    KarpenterNodePool pool = pool(List.of(), requirement("type", "In", "large huge"));
    PodSpec spec = requiring(term(requirement(key, operator, values)));

    assertThat(NodePoolMatch.mismatch(pool, spec).isEmpty()).isEqualTo(mayMatch);
  }

  @Test
  void one_term_of_the_affinity_is_enough() {
    KarpenterNodePool pool = pool(List.of());
    Term met = term(requirement("team", "In", "a"));
    Term unmet = term(requirement("team", "In", "b"));

    assertThat(NodePoolMatch.mismatch(pool, requiring(unmet, met))).isEmpty();
    assertThat(NodePoolMatch.mismatch(pool, requiring(unmet))).hasValue("label team");
  }

  @ParameterizedTest
  @CsvSource({"16, 8, true", "16, 9, false", "8, 0, true", "7, 0, false"})
  void a_limit_must_leave_what_the_pod_requests(int limit, int provisioned, boolean mayGrow) {
    KarpenterNodePool pool =
        limited(Resources.of(GPU, Quantity.of(limit)), Resources.of(GPU, Quantity.of(provisioned)));

    assertThat(NodePoolGrowth.obstacle(pool, Resources.of(GPU, Quantity.of(8))).isEmpty())
        .isEqualTo(mayGrow);
  }

  @Test
  void a_limit_of_nodes_counts_a_new_node() {
    Resources one = Resources.of(KarpenterNodePool.NODES, Quantity.of(1));

    assertThat(NodePoolGrowth.obstacle(limited(one, Resources.EMPTY), Resources.EMPTY)).isEmpty();
    assertThat(NodePoolGrowth.obstacle(limited(one, one), Resources.EMPTY))
        .hasValue(
            "NodePool gpu may not get that node: it has provisioned 1 of its limit of 1 nodes.");
  }

  @Test
  void a_NodePool_that_is_not_ready_gets_no_node() {
    KarpenterNodePool pool =
        new KarpenterNodePool(
            ObjectMeta.of("", "gpu"),
            0,
            false,
            Resources.EMPTY,
            Resources.EMPTY,
            Map.of(),
            List.of(),
            List.of(),
            List.of(
                new Condition("NodeClassReady", "False", "NodeClassNotFound", "not found"),
                new Condition("Ready", "False", "UnhealthyDependents", "")));

    assertThat(NodePoolGrowth.obstacle(pool, Resources.EMPTY))
        .hasValueSatisfying(
            text -> assertThat(text).contains("NodeClassReady is False, NodeClassNotFound"));
  }
}
