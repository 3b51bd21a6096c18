package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.NOW;
import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PersistentVolumeClaimBuilder.claim;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.model.gap.detect.GapScenario.simulation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.Volume;
import dev.plimsoll.model.explain.Explainer;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.whatif.NodeChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Nodes would take the pods, and kube-scheduler says nothing about the pods. */
class SilentSchedulerTest {
  private static final Instant LONG_AGO = NOW.minus(Duration.ofMinutes(3));
  private static final Instant JUST_NOW = NOW.minus(Duration.ofMinutes(1));

  @Test
  void a_pod_without_a_word_of_the_scheduler_is_a_gap_after_two_minutes() {
    Pod pod = created(pod("p").build(), LONG_AGO);

    assertThat(gaps(pod))
        .singleElement()
        .satisfies(
            gap -> {
              assertThat(gap.kind()).isEqualTo(GapKind.SchedulerDisagrees);
              assertThat(gap.message())
                  .isEqualTo(
                      "pod p has no node, although the model finds 1 node; kube-scheduler has said"
                          + " nothing of it since 2026-01-31T11:57:00Z: kube-scheduler does not"
                          + " run, its queue is long, or one of its plug-ins holds it");
            });
    Explanation explanation = Explainer.ofPod(simulation(NODE, pod), pod);
    assertThat(explanation.worst().notes())
        .containsExactly(
            "kube-scheduler has said nothing of it since 2026-01-31T11:57:00Z: kube-scheduler does"
                + " not run, its queue is long, or one of its plug-ins holds it");
  }

  @Test
  void a_second_scheduler_has_its_name() {
    Pod pod = created(pod("p").spec(s -> s.schedulerName("plimsoll")).build(), LONG_AGO);

    assertThat(gaps(pod))
        .singleElement()
        .extracting(Gap::message)
        .asString()
        .endsWith(
            "; the scheduler plimsoll has said nothing of it since 2026-01-31T11:57:00Z: the"
                + " scheduler plimsoll does not run, its queue is long, or one of its plug-ins"
                + " holds it");
  }

  @Test
  void a_new_pod_is_none() {
    assertThat(gaps(created(pod("p").build(), JUST_NOW))).isEmpty();
    assertThat(gaps(pod("p").build())).isEmpty();
  }

  @Test
  void a_pod_with_a_word_a_node_or_gates_is_none() {
    Condition said =
        new Condition("PodScheduled", "False", "Unschedulable", "", Optional.of(LONG_AGO));
    Pod plain = pod("p").build();
    Pod gated = plain.withSpec(plain.spec().withSchedulingGates(List.of("example.com/g")));

    assertThat(gaps(created(pod("p").status(s -> s.conditions(List.of(said))).build(), LONG_AGO)))
        .isEmpty();
    assertThat(gaps(created(pod("p").on("a").build(), LONG_AGO))).isEmpty();
    assertThat(gaps(created(gated, LONG_AGO)))
        .extracting(Gap::kind)
        .doesNotContain(GapKind.SchedulerDisagrees);
  }

  /** kube-scheduler waits for volumes before it binds a pod, and says nothing meanwhile. */
  @Test
  void a_pod_that_has_been_nominated_or_waits_for_its_volume_is_none() {
    Pod nominated = pod("p").status(s -> s.nominatedNodeName("a")).build();
    Pod mounting = pod("p").volumes(new Volume("v", Optional.of("data"))).build();
    PersistentVolumeClaim claim = claim("data").of("disks").build();
    ApiObject selected =
        claim.withMetadata(
            claim
                .metadata()
                .withAnnotations(Map.of(PersistentVolumeClaim.SELECTED_NODE_ANNOTATION, "a")));
    StorageClass disks =
        new StorageClass(
            ObjectMeta.of("", "disks"),
            "disk.example.com",
            "WaitForFirstConsumer",
            false,
            List.of());

    assertThat(gaps(created(nominated, LONG_AGO))).isEmpty();
    assertThat(gaps(created(mounting, LONG_AGO), claim, disks)).hasSize(1);
    assertThat(gaps(created(mounting, LONG_AGO), selected, disks)).isEmpty();
  }

  @Test
  void several_pods_are_told_by_the_newest() {
    assertThat(
            gaps(
                created(pod("p").build(), LONG_AGO),
                created(pod("q").build(), LONG_AGO.minus(Duration.ofHours(1)))))
        .extracting(Gap::message)
        .allMatch(m -> m.contains("has no node"))
        .hasSize(2);
  }

  @Test
  void of_a_cluster_as_it_might_be_the_scheduler_has_said_nothing_yet() {
    Pod pod = created(pod("p").build(), LONG_AGO);

    assertThat(GapFinder.find(simulation(NODE, pod).with(new NodeChange.AddNodes("a", 1))))
        .isEmpty();
  }

  private static final ApiObject NODE = node("a").has("cpu", "4").build();

  private static List<Gap> gaps(ApiObject... pods) {
    List<ApiObject> objects = new ArrayList<>(List.of(pods));
    objects.add(NODE);
    return GapFinder.find(simulation(objects.toArray(ApiObject[]::new))).stream()
        .map(Finding::gap)
        .toList();
  }

  private static Pod created(Pod pod, Instant at) {
    return pod.withMetadata(pod.metadata().withCreationTimestamp(Optional.of(at)));
  }
}
