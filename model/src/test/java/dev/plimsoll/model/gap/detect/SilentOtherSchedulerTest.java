package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.NOW;
import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.simulation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pods name a scheduler that nobody has started. */
class SilentOtherSchedulerTest {
  private static final Instant LONG_AGO = NOW.minus(Duration.ofMinutes(3));
  private static final ApiObject NODE = node("a").has("cpu", "4").build();

  @Test
  void a_pod_of_a_scheduler_that_shows_no_sign_is_a_gap_after_two_minutes() {
    Gap gap = gap(GapKind.OtherSchedulerSilent, NODE, waiting("p", LONG_AGO));

    assertThat(gap.message())
        .isEqualTo(
            "pod p names the scheduler volcano, and waits since 2026-01-31T11:57:00Z, without a"
                + " condition or an event; no pod that names volcano has a node: the scheduler may"
                + " not be running, or its name may be wrong");
    assertThat(gap.remedies())
        .singleElement()
        .satisfies(
            remedy -> {
              assertThat(remedy.action())
                  .isEqualTo("let kube-scheduler place the pods (schedulerName default-scheduler)");
              assertThat(remedy.helps()).isTrue();
              assertThat(remedy.costs())
                  .contains("queues and gangs of volcano then don't apply to the pods");
            });
  }

  @Test
  void a_pod_that_the_scheduler_placed_before_is_named() {
    Pod placed = bound("q", LONG_AGO.minusSeconds(60));

    assertThat(gap(GapKind.OtherSchedulerSilent, NODE, waiting("p", LONG_AGO), placed).message())
        .endsWith(
            "; the last pod that names volcano got its node at 2026-01-31T11:56:00Z: the scheduler"
                + " may not be running");
  }

  @Test
  void a_scheduler_that_has_placed_a_pod_since_runs() {
    assertThat(kinds(waiting("p", LONG_AGO), bound("q", LONG_AGO))).isEmpty();
  }

  @Test
  void a_new_pod_or_one_with_a_condition_is_none() {
    Condition said = new Condition("PodScheduled", "False", "Unschedulable", "", Optional.empty());
    Pod old = waiting("p", LONG_AGO);

    assertThat(kinds(waiting("p", NOW.minus(Duration.ofMinutes(1))))).isEmpty();
    assertThat(kinds(old.withStatus(old.status().with(s -> s.conditions(List.of(said))))))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"default-scheduler", "volcano"})
  void a_template_without_the_name_gets_the_name_again(String ofTemplate) {
    Pod like = pod("t").spec(s -> s.schedulerName(ofTemplate)).build();
    var workload = GapScenario.deployment("d", 1, like);
    Pod owned =
        waiting("p", LONG_AGO)
            .withMetadata(
                waiting("p", LONG_AGO)
                    .metadata()
                    .with(
                        m ->
                            m.owners(
                                List.of(
                                    new dev.plimsoll.kubernetes.object.OwnerReference(
                                        "apps/v1", "Deployment", "d", "", true)))));

    List<Remedy> remedies = gap(GapKind.OtherSchedulerSilent, NODE, workload, owned).remedies();

    assertThat(remedies).hasSize(ofTemplate.equals("volcano") ? 1 : 0);
  }

  private static List<GapKind> kinds(ApiObject... objects) {
    List<ApiObject> all = new ArrayList<>(List.of(objects));
    all.add(NODE);
    return GapFinder.find(simulation(all.toArray(ApiObject[]::new))).stream()
        .map(f -> f.gap().kind())
        .toList();
  }

  private static Pod waiting(String name, Instant created) {
    Pod pod = pod(name).spec(s -> s.schedulerName("volcano")).build();
    return pod.withMetadata(pod.metadata().withCreationTimestamp(Optional.of(created)));
  }

  private static Pod bound(String name, Instant at) {
    Condition placed = new Condition("PodScheduled", "True", "", "", Optional.of(at));
    return pod(name)
        .spec(s -> s.schedulerName("volcano").nodeName("a"))
        .status(s -> s.conditions(List.of(placed)))
        .build();
  }
}
