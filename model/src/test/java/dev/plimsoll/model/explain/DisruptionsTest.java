package dev.plimsoll.model.explain;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class DisruptionsTest {
  private static final String PREEMPTED = "Preempted by pod u-high on node a";

  @Test
  void a_pod_that_was_preempted_says_so() {
    Condition target =
        new Condition(
            "DisruptionTarget",
            "True",
            "PreemptionByScheduler",
            "default-scheduler: preempting to accommodate a higher priority pod",
            Optional.of(Instant.EPOCH));
    Pod failed =
        pod("p").on("a").status(s -> s.phase("Failed").conditions(List.of(target))).build();

    assertThat(Explainer.ofPod(simulation(failed), failed).summary())
        .isEqualTo(
            "pod/p has failed: PreemptionByScheduler: \"default-scheduler: preempting to"
                + " accommodate a higher priority pod\"");
  }

  @Test
  void pods_that_are_gone_are_told_with_what_ended_them() {
    assertThat(notes(event("w-bcdfg", "u1", "Preempted", PREEMPTED, 7)))
        .containsExactly(
            "a former pod was ended, w-bcdfg at 1970-01-01T00:00:07Z: Preempted: \"Preempted by pod"
                + " u-high on node a\" (pod high)");
    assertThat(
            notes(
                event("w-bcdfg", "u1", "Preempted", PREEMPTED, 7),
                event("w-bcdfg", "u1", "Preempted", PREEMPTED, 8),
                event("w-0-zzzzz", "", "TaintManagerEviction", "Marking for deletion Pod t/x", 9)))
        .containsExactly(
            "2 former pods were ended, the last of them w-0-zzzzz at 1970-01-01T00:00:09Z:"
                + " TaintManagerEviction: \"Marking for deletion Pod t/x\"");
  }

  @Test
  void a_preemptor_of_another_namespace_is_named_with_its_priority_class() {
    assertThat(notes(event("w-bcdfg", "u1", "Preempted", "Preempted by pod u-other on node a", 7)))
        .singleElement()
        .asString()
        .endsWith(" (pod batch/other, priority 1000 of PriorityClass medium)");
    assertThat(notes(event("w-bcdfg", "u1", "Preempted", "Preempted by pod u-gone on node a", 7)))
        .singleElement()
        .asString()
        .endsWith("on node a\"");
  }

  @Test
  void pods_of_an_earlier_workload_of_the_same_name_are_not_told() {
    assertThat(notes(event("w-bcdfg", "u1", "Preempted", PREEMPTED, -1))).isEmpty();
    assertThat(notes(event("w-bcdfg", "u1", "Preempted", PREEMPTED, 0))).hasSize(1);
  }

  @Test
  void events_about_others_and_about_pods_that_are_there_are_not_told() {
    assertThat(
            notes(
                event("w-x", "u", "Preempted", PREEMPTED, 1),
                event("w-big-bcdfg", "u", "Preempted", PREEMPTED, 2),
                event("w-wait5", "", "Evicted", "low on memory", 3),
                event("w-bcdfg", "", "TaintManagerEviction", "Cancelling deletion of Pod x", 4),
                event("w-bcdfg", "u", "Killing", "Stopping container", 5)))
        .isEmpty();
  }

  private static List<String> notes(Event... events) {
    Workload set =
        new Workload(
            ObjectMeta.builder()
                .namespace("default")
                .name("w")
                .uid("w")
                .creationTimestamp(Optional.of(Instant.EPOCH))
                .build(),
            GroupVersionKind.of("apps/v1", "ReplicaSet"),
            new GroupResource("apps", "replicasets"),
            List.of(
                new Workload.PodTemplate(
                    "spec.template",
                    ObjectMeta.builder().build(),
                    waiting().build().spec(),
                    OptionalInt.of(1))),
            List.of(),
            false);
    Pod pod = waiting().build();
    List<ApiObject> objects = new ArrayList<>(List.of(events));
    objects.add(set);
    objects.add(
        pod.withMetadata(
            ObjectMeta.builder()
                .namespace("default")
                .name("w-wait5")
                .uid("u5")
                .owners(List.of(new OwnerReference("apps/v1", "ReplicaSet", "w", "w", true)))
                .build()));
    objects.add(pod("default", "high").uid("u-high").on("a").build());
    Pod other = pod("batch", "other").uid("u-other").on("a").priority(1000).build();
    objects.add(other.withSpec(other.spec().with().priorityClassName("medium").build()));
    Simulation simulation = simulation(objects.toArray(ApiObject[]::new));
    ObjectReference subject = new ObjectReference("ReplicaSet", "default", "w", "w");
    return Explainer.ofWorkload(
            simulation, simulation.workloads().workloadOf(subject).orElseThrow())
        .worst()
        .notes();
  }

  private static PodBuilder waiting() {
    return pod("w-wait5").requests("cpu=8");
  }

  private static Event event(String pod, String uid, String reason, String note, int second) {
    Optional<Instant> time = Optional.of(Instant.ofEpochSecond(second));
    return new Event(
        ObjectMeta.of("default", "e" + second),
        new ObjectReference("Pod", "default", pod, uid),
        "",
        "Normal",
        reason,
        note,
        time,
        time,
        1);
  }

  private static Simulation simulation(ApiObject... objects) {
    List<ApiObject> all = new ArrayList<>(List.of(objects));
    all.add(node("a").has("cpu", "4").build());
    return Simulation.of(
        ClusterFixture.cluster(all.toArray(ApiObject[]::new)),
        AdmissionChain.standard(),
        DefaultPlugins.scheduler());
  }
}
