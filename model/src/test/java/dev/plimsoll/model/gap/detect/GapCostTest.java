package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.NOW;
import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.GPUS;
import static dev.plimsoll.model.gap.detect.GapScenario.deployment;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static dev.plimsoll.model.gap.detect.GapScenario.simulation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.cost.GapCost;
import dev.plimsoll.model.gap.cost.ResourceCost;
import dev.plimsoll.model.gap.cost.WaitingSince;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GapCostTest {
  private static final Instant TWO_HOURS_AGO = NOW.minus(Duration.ofHours(2));
  private static final Instant AN_HOUR_AGO = NOW.minus(Duration.ofHours(1));

  private static ResourceCost gpus(GapCost cost) {
    assertThat(cost.resources())
        .extracting(ResourceCost::resource)
        .containsExactly(ResourceName.of(GPU));
    return cost.resources().get(0);
  }

  private static Pod unscheduled(Pod pod, String reason, Instant since) {
    return pod.withStatus(
        pod.status()
            .withConditions(
                List.of(new Condition("PodScheduled", "False", reason, "", Optional.of(since)))));
  }

  private static Workload failing(Workload owner, Instant since) {
    return owner.withConditions(
        List.of(new Condition("ReplicaFailure", "True", "FailedCreate", "", Optional.of(since))));
  }

  private static Event event(
      String kind, String namespace, String name, String reason, Instant first, Instant last) {
    return new Event(
        ObjectMeta.of(namespace, reason + first.getEpochSecond()),
        new ObjectReference(kind, namespace, name, ""),
        "",
        "Warning",
        reason,
        "",
        Optional.of(first),
        Optional.of(last),
        2);
  }

  @Test
  void pending_pods_cost_what_they_request_since_they_are_unschedulable() {
    GapCost cost =
        gap(
                GapKind.CapacityExhausted,
                node("n").has(GPU, "8").build(),
                gpuPod("on-n", 8, "n"),
                unscheduled(gpuPod("a", 2, ""), "Unschedulable", TWO_HOURS_AGO))
            .cost();

    assertThat(cost.pendingPods()).isEqualTo(1);
    assertThat(cost.deniedPods()).isZero();
    assertThat(cost.since())
        .contains(new WaitingSince(TWO_HOURS_AGO, WaitingSince.Basis.Condition));
    assertThat(gpus(cost).waiting()).hasToString("2");
    assertThat(gpus(cost).hours()).isCloseTo(4, within(1e-9));
    assertThat(gpus(cost).hoursPerDay()).isEqualTo(48);
    assertThat(gpus(cost).share()).isCloseTo(0.25, within(1e-9));
  }

  @Test
  void a_pod_without_a_condition_waits_since_it_is_there() {
    Pod pod = gpuPod("a", 2, "");
    GapCost cost =
        gap(
                GapKind.CapacityExhausted,
                node("n").has(GPU, "8").build(),
                gpuPod("on-n", 8, "n"),
                pod.withMetadata(pod.metadata().withCreationTimestamp(Optional.of(AN_HOUR_AGO))))
            .cost();

    assertThat(cost.since()).contains(new WaitingSince(AN_HOUR_AGO, WaitingSince.Basis.Creation));
    assertThat(gpus(cost).hours()).isCloseTo(2, within(1e-9));
  }

  @Test
  void what_says_no_start_has_none_and_adds_no_hours() {
    GapCost cost =
        gap(
                GapKind.CapacityExhausted,
                node("n").has(GPU, "8").build(),
                gpuPod("on-n", 8, "n"),
                gpuPod("a", 2, ""))
            .cost();

    assertThat(cost.since()).isEmpty();
    assertThat(cost.unknownStarts()).isEqualTo(1);
    assertThat(gpus(cost).hours()).isZero();
    assertThat(gpus(cost).hoursPerDay()).isEqualTo(48);
  }

  @Test
  void denied_pods_cost_what_admission_makes_of_them_since_their_owner_fails() {
    GapCost cost =
        gap(
                GapKind.QuotaExhaustedCapacityFree,
                node("n").has(GPU, "8").build(),
                quota("gpu").status(GPUS + "=1", GPUS + "=0").build(),
                failing(deployment("web", 3, gpuPod(1)), AN_HOUR_AGO))
            .cost();

    assertThat(cost.deniedPods()).isEqualTo(2);
    assertThat(cost.since()).contains(new WaitingSince(AN_HOUR_AGO, WaitingSince.Basis.Condition));
    assertThat(gpus(cost).hours()).isCloseTo(2, within(1e-9));
  }

  @Test
  void without_a_condition_the_first_event_about_the_owner_tells_the_least() {
    GapCost cost =
        gap(
                GapKind.QuotaExhaustedCapacityFree,
                node("n").has(GPU, "8").build(),
                quota("gpu").status(GPUS + "=1", GPUS + "=0").build(),
                deployment("web", 3, gpuPod(1)),
                event("Deployment", "team-a", "web", "FailedCreate", AN_HOUR_AGO, NOW),
                event("Deployment", "team-a", "other", "FailedCreate", TWO_HOURS_AGO, NOW))
            .cost();

    assertThat(cost.since()).contains(new WaitingSince(AN_HOUR_AGO, WaitingSince.Basis.Event));
  }

  @Test
  void an_event_about_an_earlier_owner_of_the_same_name_tells_nothing() {
    Workload web = deployment("web", 3, gpuPod(1));
    Event failed = event("Deployment", "team-a", "web", "FailedCreate", AN_HOUR_AGO, NOW);
    Event older = event("Deployment", "team-a", "web", "FailedCreate", TWO_HOURS_AGO, NOW);
    GapCost cost =
        gap(
                GapKind.QuotaExhaustedCapacityFree,
                node("n").has(GPU, "8").build(),
                quota("gpu").status(GPUS + "=1", GPUS + "=0").build(),
                web.withMetadata(web.metadata().withUid("second")),
                about("second", failed),
                about("first", older))
            .cost();

    assertThat(cost.since()).contains(new WaitingSince(AN_HOUR_AGO, WaitingSince.Basis.Event));
  }

  private static Event about(String uid, Event event) {
    ObjectReference named = event.regarding();
    return new Event(
        event.metadata(),
        new ObjectReference(named.kind(), named.namespace(), named.name(), uid),
        event.reporter(),
        event.eventType(),
        event.reason(),
        event.note(),
        event.firstSeen(),
        event.lastSeen(),
        event.count());
  }

  @Test
  void a_cordoned_node_idles_since_the_event_that_tells_of_it() {
    Node cordoned = node("n").has(GPU, "8").cordoned().build();
    GapCost cost =
        gap(
                GapKind.CapacityWithheld,
                cordoned,
                event("Node", "default", "n", "NodeNotSchedulable", TWO_HOURS_AGO, AN_HOUR_AGO))
            .cost();

    assertThat(gpus(cost).idle()).hasToString("8");
    assertThat(gpus(cost).hours()).isCloseTo(8, within(1e-9));
    assertThat(cost.since()).contains(new WaitingSince(AN_HOUR_AGO, WaitingSince.Basis.Event));
    assertThat(cost.pods()).isZero();
  }

  @Test
  void a_cordoned_node_idles_since_its_taint_if_that_has_a_time() {
    GapCost cost =
        gap(
                GapKind.CapacityWithheld,
                node("n").has(GPU, "8").cordonedSince(TWO_HOURS_AGO).build(),
                event("Node", "default", "n", "NodeNotSchedulable", AN_HOUR_AGO, AN_HOUR_AGO))
            .cost();

    assertThat(gpus(cost).hours()).isCloseTo(16, within(1e-9));
    assertThat(cost.since()).contains(new WaitingSince(TWO_HOURS_AGO, WaitingSince.Basis.Taint));
  }

  @Test
  void the_costliest_gap_comes_first_whatever_its_kind() {
    List<GapKind> kinds =
        GapFinder.find(
                simulation(
                    node("n").has(GPU, "8").build(),
                    node("withheld").has(GPU, "8").cordoned().build(),
                    gpuPod("on-n", 8, "n"),
                    unscheduled(gpuPod("a", 2, ""), "Unschedulable", TWO_HOURS_AGO)))
            .stream()
            .map(f -> f.gap().kind())
            .toList();

    assertThat(kinds).startsWith(GapKind.CapacityWithheld, GapKind.CapacityExhausted);
  }

  @Test
  void an_id_depends_on_kind_object_and_resource_alone() {
    Node node = node("n").has(GPU, "8").build();
    Gap small = gap(GapKind.CapacityExhausted, node, gpuPod("on-n", 8, "n"), gpuPod("a", 2, ""));
    Gap large = gap(GapKind.CapacityExhausted, node, gpuPod("on-n", 8, "n"), gpuPod("a", 4, ""));
    Gap other = gap(GapKind.CapacityExhausted, node, gpuPod("on-n", 8, "n"), gpuPod("b", 2, ""));

    assertThat(small.id()).isEqualTo(large.id()).isNotEqualTo(other.id());
    assertThat(small.id())
        .as("of CapacityExhausted Pod team-a a nvidia.com/gpu")
        .isEqualTo("d3fba8e565a8");
  }
}
