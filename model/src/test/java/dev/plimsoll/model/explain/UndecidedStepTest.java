package dev.plimsoll.model.explain;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.FailingRules;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.whatif.DecisionStep;
import dev.plimsoll.model.whatif.PodFit;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A rule that fails on a pod leaves what was decided before it, and is named with its step. */
class UndecidedStepTest {
  private static final String DEFECT = "java.lang.ArithmeticException: long overflow";
  private static final Pod POD = PodBuilder.pod("team", "p").requests("cpu", "1").build();
  private static final ApiObject[] OBJECTS = {
    node("n").has("cpu", "4").build(),
    quota("team", "cpus").hard("requests.cpu=8").used("requests.cpu=0").build(),
  };

  private static Simulation simulation(
      AdmissionChain chain, Scheduler scheduler, ApiObject... more) {
    ApiObject[] all = Stream.concat(Stream.of(OBJECTS), Stream.of(more)).toArray(ApiObject[]::new);
    return Simulation.of(ClusterFixture.cluster(all), chain, scheduler);
  }

  private static Simulation deniedByDefect(ApiObject... more) {
    return simulation(FailingRules.in("team"), DefaultPlugins.scheduler(), more);
  }

  private static Simulation placedByDefect(int takes, ApiObject... more) {
    return simulation(AdmissionChain.standard(), FailingRules.beyond(takes), more);
  }

  private static Workload deployment(int replicas) {
    return new Workload(
        ObjectMeta.of("team", "web"),
        new GroupVersionKind("apps", "v1", "Deployment"),
        new GroupResource("apps", "deployments"),
        List.of(
            new Workload.PodTemplate(
                "spec.template",
                ObjectMeta.builder().build(),
                POD.spec(),
                OptionalInt.of(replicas))),
        List.of(),
        false);
  }

  private static Explanation ofWeb(Simulation simulation) {
    ObjectReference web = new ObjectReference("Deployment", "team", "web", "");
    return Explainer.ofWorkload(simulation, simulation.workloads().workloadOf(web).orElseThrow());
  }

  @Test
  void a_pod_that_admission_fails_on_is_neither_admitted_nor_denied() {
    Explanation explanation = ofWeb(deniedByDefect(deployment(2)));

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Unknown);
    assertThat(explanation.summary())
        .isEqualTo("deployment/web has 2 pods: 2 that may or may not run");
    assertThat(explanation.worst().notes())
        .containsExactly(
            "whether the API server admits it could not be decided, because of a defect in"
                + " Plimsoll");
    assertThat(explanation.worst().admission()).isEmpty();
    assertThat(explanation.charges()).isEmpty();
    assertThat(explanation.unexamined())
        .extracting(Unexamined::message)
        .containsExactly(
            "deployment/web in namespace team: whether the API server admits it: " + DEFECT);
  }

  @Test
  void what_was_decided_of_the_pods_before_it_is_told() {
    Explanation explanation = ofWeb(placedByDefect(2, deployment(4)));

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Unknown);
    assertThat(explanation.summary())
        .isEqualTo(
            "deployment/web has 4 pods: 2 that may or may not run, 2 that would" + " be placed");
    assertThat(explanation.worst().admission()).hasValueSatisfying(a -> a.allowed());
    assertThat(explanation.charges()).extracting(c -> c.quota()).containsExactly("cpus");
    assertThat(explanation.unexamined())
        .extracting(Unexamined::message)
        .containsExactly("deployment/web in namespace team: whether it gets a node: " + DEFECT);
  }

  @Test
  void a_pod_that_waits_is_named_itself() {
    Explanation explanation = Explainer.ofPod(placedByDefect(0, POD), POD);

    assertThat(explanation.summary())
        .isEqualTo(
            "pod/p may or may not run: whether it gets a node could not be decided, because of a"
                + " defect in Plimsoll");
    assertThat(explanation.unexamined())
        .extracting(Unexamined::message)
        .containsExactly("pod/p in namespace team: whether it gets a node: " + DEFECT);
  }

  @Test
  void a_pod_with_a_node_is_explained_though_rules_for_others_fail() {
    Pod placed = PodBuilder.pod("team", "q").requests("cpu", "1").on("n").build();
    Explanation explanation = Explainer.ofPod(deniedByDefect(placed), placed);

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.Placed);
    assertThat(explanation.unexamined()).isEmpty();
  }

  @Test
  void a_denied_pod_stays_denied_where_the_scheduler_fails_on_it() {
    Simulation simulation =
        placedByDefect(
            0, deployment(1), quota("team", "none").hard("pods=0").used("pods=0").build());
    Explanation explanation = ofWeb(simulation);

    assertThat(explanation.verdict()).isEqualTo(PodVerdict.DeniedByQuota);
    assertThat(explanation.worst().scheduleResult()).isEmpty();
    assertThat(explanation.unexamined())
        .extracting(Unexamined::message)
        .contains("deployment/web in namespace team: whether it gets a node: " + DEFECT);
  }

  @Test
  void copies_are_counted_up_to_the_one_that_a_rule_fails_on() {
    PodFit fit = PodFit.of(placedByDefect(3), POD, 10);

    assertThat(fit.admitted()).isEqualTo(8);
    assertThat(fit.isAdmissionKnown()).isTrue();
    assertThat(fit.placeable()).isEqualTo(3);
    assertThat(fit.isPlacingKnown()).isFalse();
    assertThat(fit.isKnown()).isFalse();
    assertThat(fit.defects()).containsOnlyKeys(DecisionStep.Placement);
  }

  @Test
  void where_admission_fails_on_the_first_copy_nothing_is_known_of_nodes() {
    PodFit fit = PodFit.of(deniedByDefect(), POD, 10);

    assertThat(fit.isAdmissionKnown()).isFalse();
    assertThat(fit.isPlacingKnown()).isFalse();
    assertThat(fit.nodes()).isEqualTo(Map.of());
  }
}
