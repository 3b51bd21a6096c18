package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.NOW;
import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.deployment;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static dev.plimsoll.model.gap.detect.GapScenario.simulation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.model.explain.Explainer;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.cost.WaitingSince;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A workload's controller has not acted on the workload. */
class SilentControllerTest {
  private static final Instant LONG_AGO = NOW.minus(Duration.ofMinutes(3));
  private static final Instant JUST_NOW = NOW.minus(Duration.ofMinutes(1));
  private static final ApiObject NODE = node("a").has(GPU, "8").build();

  @Test
  void a_new_workload_that_its_controller_has_not_seen_is_a_gap_after_two_minutes() {
    Workload train = createdAt(LONG_AGO);

    Gap gap = gap(GapKind.ControllerSilent, NODE, train);

    assertThat(gap.message())
        .isEqualTo(
            "2 pods are missing; the Deployment controller has not acted on deployment/train, which"
                + " was created at 2026-01-31T11:57:00Z: kube-controller-manager does not run, or"
                + " its queue is long");
    assertThat(gap.pods()).isEqualTo(2);
    assertThat(gap.cost().since())
        .contains(new WaitingSince(LONG_AGO, WaitingSince.Basis.Creation));
    assertThat(gap.cost().deniedPods()).isEqualTo(2);
    Simulation simulation = simulation(NODE, train);
    Explanation explanation =
        Explainer.ofWorkload(
            simulation, simulation.workloads().workloadOf(train.reference()).orElseThrow());
    assertThat(explanation.summary())
        .isEqualTo(
            "deployment/train has 2 pods: 2 that would be placed; the Deployment controller has not"
                + " acted on deployment/train, which was created at 2026-01-31T11:57:00Z:"
                + " kube-controller-manager does not run, or its queue is long");
  }

  @Test
  void a_change_that_its_controller_has_not_seen_is_a_gap() {
    Workload train = createdAt(NOW.minus(Duration.ofDays(1))).withUnobserved(Optional.of(LONG_AGO));

    assertThat(gap(GapKind.ControllerSilent, NODE, train).message())
        .contains(
            "has not acted on the last change of deployment/train, at 2026-01-31T11:57:00Z or"
                + " before:");
  }

  @Test
  void a_workload_that_was_just_changed_is_none() {
    assertThat(kinds(createdAt(JUST_NOW))).doesNotContain(GapKind.ControllerSilent);
  }

  @Test
  void a_workload_of_which_its_controller_has_spoken_since_is_none() {
    Workload train = createdAt(LONG_AGO);
    Event event =
        new Event(
            ObjectMeta.of("team-a", "train.1"),
            train.reference(),
            "deployment-controller",
            "Warning",
            "ReplicaSetCreateError",
            "Failed to create new replica set",
            Optional.empty(),
            Optional.of(JUST_NOW),
            1);
    Condition condition =
        new Condition("Progressing", "False", "ReplicaSetCreateError", "", Optional.of(JUST_NOW));

    assertThat(kinds(train, event)).doesNotContain(GapKind.ControllerSilent);
    assertThat(kinds(train.withConditions(List.of(condition))))
        .doesNotContain(GapKind.ControllerSilent);
    assertThat(kinds(train.withConditions(List.of(at(condition, LONG_AGO.minusSeconds(1))))))
        .contains(GapKind.ControllerSilent);
  }

  @Test
  void a_workload_that_is_deleted_or_makes_no_pods_is_none() {
    Workload train = createdAt(LONG_AGO);
    ObjectMeta deleted = train.metadata().withDeletionTimestamp(Optional.of(JUST_NOW));
    Namespace gone =
        new Namespace(ObjectMeta.of("", "team-a").withDeletionTimestamp(Optional.of(JUST_NOW)));

    assertThat(kinds(train.withMetadata(deleted))).doesNotContain(GapKind.ControllerSilent);
    assertThat(kinds(train, gone)).doesNotContain(GapKind.ControllerSilent);
    assertThat(kinds(train.withInactive(true))).doesNotContain(GapKind.ControllerSilent);
  }

  @Test
  void nothing_is_said_of_a_cluster_as_it_might_be() {
    Simulation other = simulation(NODE, createdAt(LONG_AGO)).with(new NodeChange.AddNodes("a", 1));

    assertThat(GapFinder.find(other))
        .extracting(f -> f.gap().kind())
        .doesNotContain(GapKind.ControllerSilent);
  }

  private static List<GapKind> kinds(ApiObject... objects) {
    List<ApiObject> all = new ArrayList<>(List.of(objects));
    all.add(NODE);
    return GapFinder.find(simulation(all.toArray(ApiObject[]::new))).stream()
        .map(f -> f.gap().kind())
        .toList();
  }

  private static Workload createdAt(Instant time) {
    Workload train = deployment("train", 2, gpuPod(4));
    return train
        .withMetadata(train.metadata().withCreationTimestamp(Optional.of(time)))
        .withUnobserved(Optional.of(time));
  }

  private static Condition at(Condition condition, Instant time) {
    return new Condition(
        condition.type(),
        condition.status(),
        condition.reason(),
        condition.message(),
        Optional.of(time));
  }
}
