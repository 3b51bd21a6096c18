package dev.plimsoll.model.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.hold.PolicyHolds;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.ContendedUsage;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.DivisionHistory;
import dev.plimsoll.model.tenancy.Enforcement;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.LeanedWeight;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.whatif.Simulation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two tenants share 16 GPUs on two nodes, 8 for each; nobody borrows. */
class HeldVerdictTest {
  private static final Instant NOW = Instant.parse("2026-01-05T12:00:00Z");

  private final ClusterBuilder objects =
      Cluster.builder(NOW).complete().addAll(List.of(node("a"), node("b")));

  private static dev.plimsoll.kubernetes.object.Node node(String name) {
    return NodeBuilder.node(name)
        .has("nvidia.com/gpu", "8")
        .has("cpu", "64")
        .has("memory", "256Gi")
        .has("pods", "110")
        .build();
  }

  private static CapacityPolicy policy(PlacementMode placement) {
    return CapacityPolicy.proportional(
            "gpus",
            List.of(Tenant.of("one", 1, "one"), Tenant.of("two", 1, "two")),
            List.of(DividedResource.of(ResourceName.of("nvidia.com/gpu"))))
        .withEnforcement(new Enforcement(AdmissionMode.OFF, placement, BorrowingMode.NEVER));
  }

  private static PodBuilder pod(String namespace, String name, int gpus) {
    String list = "nvidia.com/gpu=" + gpus;
    return PodBuilder.pod(namespace, name).uid("uid-" + name).requests(list).limits(list);
  }

  private static PodBuilder member(int number, int size, int gpus) {
    return pod("one", "member-" + number, gpus)
        .label(Gang.NAME, "training")
        .label(Gang.SIZE, "" + size);
  }

  private void add(PodBuilder... pods) {
    for (PodBuilder pod : pods) {
      objects.add(pod.build());
    }
  }

  private static Pod said(Pod pod, String message) {
    return pod.withStatus(
        pod.status()
            .withConditions(
                List.of(
                    new Condition(
                        "PodScheduled", "False", "Unschedulable", message, Optional.of(NOW)))));
  }

  private Simulation simulation() {
    return Simulation.of(objects.build(), AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  private Explanation explain(String name, PlacementMode placement) {
    return explain(name, policy(placement));
  }

  private Explanation explain(String name, CapacityPolicy policy) {
    Simulation simulation = simulation();
    return Explainer.ofPod(
        simulation,
        simulation.cluster().find(Pod.class, "one", name).orElseThrow(),
        PolicyHolds.of(simulation.cluster(), List.of(policy), DefaultPlugins.scheduler()));
  }

  private static CapacityPolicy leaning() {
    return policy(PlacementMode.HOLD)
        .withDivision(
            new Division.Demand(
                Duration.ZERO, BigDecimal.ONE, Optional.of(DivisionHistory.DEFAULT)));
  }

  @Test
  void a_held_pod_shows_its_tenants_account() {
    add(pod("one", "old", 7).on("a"), pod("one", "new", 2));
    add(pod("two", "other", 5), pod("two", "third", 5));
    LeanedWeight owes = new LeanedWeight(new ContendedUsage(80, 60, Optional.of(NOW)), 0.9);

    CapacityPolicy known =
        leaning().withAccounts(Map.of(ResourceName.of("nvidia.com/gpu"), Map.of("one", owes)));

    assertThat(explain("new", known).states().get(0).notes())
        .contains(
            "while others waited, tenant one had 80.0 unit-hours since 2026-01-05T12:00:00Z and"
                + " 60.0 were due; it owes 20.0, so its weight counts 0.90 times");
    assertThat(explain("new", leaning()).states().get(0).notes())
        .contains(
            "CapacityPolicy gpus has a history, but its status has no account of tenant one, so"
                + " the tenant's weight counts as agreed");
    assertThat(explain("new").states().get(0).notes()).noneMatch(n -> n.contains("weight counts"));
  }

  private Explanation explain(String name) {
    return explain(name, PlacementMode.HOLD);
  }

  @Test
  void a_pod_beyond_its_tenants_share_is_held_and_its_figures_are_told() {
    add(pod("one", "old", 7).on("a"), pod("one", "new", 2));

    Explanation explanation = explain("new");

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Held);
    assertThat(explanation.states().get(0).message())
        .isEqualTo("tenant one has no share of nvidia.com/gpu left for placement");
    assertThat(explanation.states().get(0).notes())
        .first()
        .isEqualTo("tenant one has a share of 8 nvidia.com/gpu and uses 7; the pod requests 2");
    assertThat(explanation.summary()).startsWith("pod/new is held: tenant one has a share of 8");
  }

  @Test
  void a_pod_within_its_tenants_share_passes() {
    add(pod("one", "old", 6).on("a"), pod("one", "new", 2));

    assertThat(explain("new").verdict()).isEqualTo(PodVerdict.Placeable);
  }

  @Test
  void a_policy_that_only_reports_holds_nothing() {
    add(pod("one", "old", 8).on("a"), pod("one", "new", 2));

    assertThat(explain("new", PlacementMode.REPORT).verdict()).isEqualTo(PodVerdict.Placeable);
  }

  @Test
  void a_pod_that_no_node_takes_is_not_held_since_the_extender_is_asked_last() {
    add(pod("one", "new", 9));

    assertThat(explain("new").verdict()).isEqualTo(PodVerdict.Unschedulable);
  }

  @Test
  void a_gang_of_which_pods_are_missing_says_how_many() {
    add(member(0, 4, 2), member(1, 4, 2), member(2, 4, 2));

    Explanation explanation = explain("member-0");

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Held);
    assertThat(explanation.states().get(0).notes())
        .first()
        .isEqualTo(
            "gang training needs 4 pods at once; 3 wait, so 1 more pod has to be created first");
  }

  @Test
  void a_gang_beyond_the_share_says_what_it_requests_together() {
    add(member(0, 3, 4), member(1, 3, 4), member(2, 3, 4));

    assertThat(explain("member-0").states().get(0).notes())
        .first()
        .isEqualTo(
            "tenant one has a share of 8 nvidia.com/gpu and uses 0; its 3 waiting pods"
                + " together request 12");
  }

  @Test
  void a_gang_that_nodes_do_not_take_at_once_says_how_many_they_take() {
    add(pod("two", "old", 5).on("a"), pod("two", "older", 5).on("b"));
    add(member(0, 4, 2), member(1, 4, 2), member(2, 4, 2), member(3, 4, 2));

    assertThat(explain("member-0").states().get(0).notes())
        .first()
        .isEqualTo(
            "nodes take 2 of its 4 waiting pods at once, and none is placed before all can be");
  }

  @Test
  void a_gang_that_is_more_than_the_cluster_says_what_the_cluster_has() {
    CapacityPolicy large =
        policy(PlacementMode.HOLD).withTenants(List.of(Tenant.of("two", 1, "two")));
    for (int i = 0; i < 3; i++) {
      add(member(i, 3, 8));
    }
    Simulation simulation = simulation();

    Explanation explanation =
        Explainer.ofPod(
            simulation,
            simulation.cluster().find(Pod.class, "one", "member-0").orElseThrow(),
            PolicyHolds.of(simulation.cluster(), List.of(large), DefaultPlugins.scheduler()));

    assertThat(explanation.states().get(0).notes())
        .first()
        .asString()
        .isEqualTo(
            "its 3 waiting pods together request 24 nvidia.com/gpu, and all nodes of the cluster"
                + " have 16: it can't be placed before nodes are added");
  }

  @Test
  void the_extenders_own_word_is_no_rule_that_is_not_modelled() {
    objects.add(
        said(
            pod("one", "new", 2).build(),
            "0/2 nodes are available: 2 gang training waits until all its pods can be placed."));
    Simulation simulation = simulation();

    Explanation explanation =
        Explainer.ofPod(
            simulation, simulation.cluster().find(Pod.class, "one", "new").orElseThrow());

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Held);
    assertThat(explanation.states().get(0).notes())
        .noneMatch(n -> n.contains("not modelled"))
        .first()
        .isEqualTo(
            "Plimsoll's extender holds it, since 2026-01-05T12:00:00Z: gang training waits until"
                + " all its pods can be placed");
    assertThat(GapFinder.survey(simulation).findings())
        .noneMatch(f -> f.gap().kind() == GapKind.SchedulerDisagrees);
  }
}
