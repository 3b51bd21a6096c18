package dev.plimsoll.extender.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.extender.accounting.HoldReason.Cause;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.extender.scheduler.GangAdmission;
import dev.plimsoll.extender.scheduler.NodeReserver;
import dev.plimsoll.kube.report.ExplanationReport;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.model.explain.Explainer;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.explain.PodVerdict;
import dev.plimsoll.model.hold.HoldText;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.tenancy.Enforcement.BorrowingMode;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.server.report.Visibility;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two tenants share 16 GPUs on two nodes, 8 each; nobody borrows. */
class ExtenderHoldsTest {
  private final ClusterBuilder objects =
      ExtenderFixtures.cluster()
          .add(ExtenderFixtures.node("a", 8))
          .add(ExtenderFixtures.node("b", 8));

  private long nanos;

  private Decisions decisions() {
    return new Decisions(
        objects.build(),
        ExtenderSettings.DEFAULT.withPolicies(
            List.of(ExtenderFixtures.policy(PlacementMode.HOLD, BorrowingMode.NEVER))),
        () -> nanos);
  }

  private static Explanation explain(Decisions decisions, Pod pod) {
    Cluster cluster = decisions.cluster();
    return Explainer.ofPod(
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()),
        pod,
        new ExtenderHolds(decisions));
  }

  private static void ask(Decisions decisions, Pod pod) {
    assertThat(decisions.filter(pod, 2, () -> List.of("a", "b")).filtered().anyPasses(2)).isFalse();
  }

  private static String heldPods(Decisions decisions) {
    return new HeldPodReport(decisions, new Visibility(Coverage.COMPLETE, true)).json().toString();
  }

  @Test
  void explain_says_what_the_extender_says_with_its_figures() {
    Pod pod = ExtenderFixtures.pod("one", "new", 2, "");
    objects.add(ExtenderFixtures.pod("one", "old", 7, "a")).add(pod);
    Decisions decisions = decisions();
    ask(decisions, pod);

    Explanation explanation = explain(decisions, pod);

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Held);
    assertThat(explanation.summary())
        .isEqualTo(
            "pod/new is held: tenant one has a share of 8 nvidia.com/gpu and uses 7; the"
                + " pod requests 2");
    assertThat(heldPods(decisions))
        .contains(
            "tenant one has no share of nvidia.com/gpu left for placement: tenant one has a share"
                + " of 8");
  }

  @Test
  void a_pod_that_is_on_its_way_counts_though_no_watch_has_shown_it() {
    Pod pod = ExtenderFixtures.pod("one", "new", 2, "");
    Pod first = ExtenderFixtures.pod("one", "first", 7, "");
    objects.add(first).add(pod);
    Decisions decisions = decisions();
    assertThat(decisions.filter(first, 2, () -> List.of("a", "b")).filtered().anyPasses(2))
        .isTrue();
    ask(decisions, pod);

    assertThat(explain(decisions, pod).summary()).contains("uses 7");
  }

  @Test
  void a_held_gang_says_which_of_three_causes_holds_it() {
    Pod first = member("few", 0, 3, 1);
    objects.add(first).add(member("few", 1, 3, 1));
    Pod large = member("rich", 0, 2, 5);
    objects.add(large).add(member("rich", 1, 2, 5));
    Decisions decisions = decisions();
    ask(decisions, first);
    ask(decisions, large);

    assertThat(heldPods(decisions))
        .contains("gang few needs 3 pods at once; 2 wait, so 1 more pod has to be created first")
        .contains("its 2 waiting pods together request 10");
    assertThat(explain(decisions, first).verdict()).isEqualTo(PodVerdict.Held);
  }

  @Test
  void a_held_gang_that_lacks_nothing_says_when_plimsoll_looks_for_nodes_again() {
    Pod first = member("ready", 0, 2, 1);
    Pod second = member("ready", 1, 2, 1);
    objects.add(first).add(second);
    Decisions decisions = decisions();
    ask(decisions, first);
    ask(decisions, second);
    assertThat(heldPods(decisions))
        .contains(
            "nothing is lacking now; Plimsoll looks for nodes for the whole gang every second");

    GangAdmission admission = new GangAdmission(decisions);
    admission.sync();
    assertThat(heldPods(decisions))
        .contains("nothing is lacking now; nodes are reserved for all its waiting pods until ");

    nanos += Duration.ofSeconds(61).toNanos();
    admission.sync();
    assertThat(heldPods(decisions))
        .contains(
            "nothing is lacking now; none of its pods was bound in its turn, so that Plimsoll looks"
                + " for nodes again at ");
  }

  @Test
  void what_nodes_take_of_a_gang_is_not_told_to_who_may_not_see_nodes() {
    objects
        .add(ExtenderFixtures.pod("two", "a", 6, "a"))
        .add(ExtenderFixtures.pod("two", "b", 2, "b"));
    Pod first = member("wide", 0, 2, 4);
    objects.add(first).add(member("wide", 1, 2, 4)).add(ExtenderFixtures.pod("none", "c", 4, "b"));
    Decisions decisions = decisions();
    ask(decisions, first);

    String told =
        new HeldPodReport(decisions, new Visibility(Coverage.COMPLETE, false)).json().toString();
    assertThat(heldPods(decisions)).contains("nodes take 0 of its 2 waiting pods at once");
    assertThat(told)
        .contains("nodes don't take all its waiting pods at once")
        .doesNotContain("nodes take 0 of");
  }

  @Test
  void a_held_pod_says_which_nodes_are_reserved_until_when_and_names_nobody() {
    Pod large = unschedulable(ExtenderFixtures.pod("two", "covert", 8, ""));
    Pod small = ExtenderFixtures.pod("one", "small", 1, "");
    objects.add(large).add(small);
    Decisions decisions = decisions();
    nanos += Duration.ofHours(1).toNanos();
    new NodeReserver(decisions).sync();
    String node = decisions.reservations().all().get(0).node();
    assertThat(decisions.filter(small, 1, () -> List.of(node)).reason()).isEqualTo("reserved");

    JsonObject reserved = reserved(decisions, small, new ExtenderHolds(decisions));
    JsonObject hidden = reserved(decisions, small, new ExtenderHolds(decisions).withoutNodes());

    assertThat(reserved.get("node").getAsString()).isEqualTo(node);
    assertThat(reserved.get("for").getAsString()).isEqualTo("LargePod");
    assertThat(reserved.get("sameTenant").getAsBoolean()).isFalse();
    assertThat(Instant.parse(reserved.get("until").getAsString())).isAfter(Instant.now());
    assertThat(explain(decisions, small).summary())
        .startsWith(
            "pod/small is held: node " + node + " is reserved for a large pod of another tenant")
        .endsWith(" at the latest");
    assertThat(hidden.get("node").getAsString()).isEmpty();
    assertThat(reserved.toString() + hidden).doesNotContain("covert", "two");
  }

  @Test
  void a_gang_in_its_turn_says_which_nodes_are_reserved_for_it() {
    Pod first = member("ready", 0, 2, 5);
    objects.add(first).add(member("ready", 1, 2, 3));
    Decisions decisions = decisions();
    ask(decisions, first);
    new GangAdmission(decisions).sync();

    JsonObject reserved = reserved(decisions, first, new ExtenderHolds(decisions));

    assertThat(reserved.get("for").getAsString()).isEqualTo("Gang");
    assertThat(reserved.get("sameTenant").getAsBoolean()).isTrue();
  }

  private static Pod unschedulable(Pod pod) {
    Condition condition = new Condition("PodScheduled", "False", "Unschedulable", "Insufficient");
    return pod.withStatus(pod.status().withConditions(List.of(condition)));
  }

  /** Returns the first reservation that explain's JSON tells of the pod. */
  private static JsonObject reserved(Decisions decisions, Pod pod, PodHolds holds) {
    Cluster cluster = decisions.cluster();
    Explanation explanation =
        Explainer.ofPod(
            Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()),
            pod,
            holds);
    return ExplanationReport.of(explanation, cluster)
        .getAsJsonArray("pods")
        .get(0)
        .getAsJsonObject()
        .getAsJsonArray("reserved")
        .get(0)
        .getAsJsonObject();
  }

  private static Pod member(String gang, int number, int size, long gpus) {
    return PodBuilder.pod(ExtenderFixtures.pod("one", gang + "-" + number, gpus, ""))
        .label(Gang.NAME, gang)
        .label(Gang.SIZE, "" + size)
        .build();
  }

  @ParameterizedTest
  @EnumSource(Cause.class)
  void what_kube_scheduler_repeats_is_recognized(Cause cause) {
    String text = new HoldReason(cause, "a-1", ExtenderFixtures.GPU).text();

    assertThat(HoldText.in("0/2 nodes are available: 2 " + text + ".")).contains(text);
  }
}
