package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.gpuPod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.patch.KubectlCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pods that keep a former template, although the current one would find a node. */
class FormerTemplateTest {
  private static final Pod NOWHERE = pod("p").nodeSelector("disk", "no").build();
  private static final Pod ANYWHERE = pod("p").build();

  @Test
  void a_stateful_set_whose_template_is_right_again_needs_its_pod_deleted() {
    Gap gap = unplaced(set(ANYWHERE, 0), podOf("StatefulSet", "db-1"));

    assertThat(gap.remedies().get(0).helps()).isTrue();
    assertThat(gap.remedies().get(0).action())
        .isEqualTo(
            "delete pod db-1: the StatefulSet controller creates it again from the current"
                + " template");
    assertThat(gap.remedies().get(0).result())
        .isEqualTo("1 of 1 pod of statefulset/db admitted and placed on a");
    assertThat(gap.remedies().get(0).commands())
        .extracting(KubectlCommand::text)
        .containsExactly("kubectl delete pod db-1 -n team-a");
  }

  @Test
  void a_template_that_finds_no_node_either_is_no_reason_to_delete() {
    assertThat(
            actions(
                unplaced(
                    set(NOWHERE, 0), podOf("StatefulSet", "db-0"), podOf("StatefulSet", "db-1"))))
        .noneMatch(a -> a.startsWith("delete"));
  }

  @Test
  void pods_below_the_partition_would_get_their_former_template_again() {
    assertThat(actions(unplaced(set(ANYWHERE, 2), podOf("StatefulSet", "db-1"))))
        .noneMatch(a -> a.startsWith("delete"));
  }

  @Test
  void a_pod_that_would_be_denied_is_kept() {
    Gap gap =
        unplaced(
            set(pod("p").requests("cpu=1").build(), 0),
            podOf("StatefulSet", "db-1"),
            quota("q").hard("requests.cpu=0").used("requests.cpu=0").build());

    assertThat(actions(gap)).noneMatch(a -> a.startsWith("delete"));
  }

  @Test
  void several_pods_of_a_replica_set_are_deleted_together() {
    Gap gap =
        unplaced(
            workload("ReplicaSet", ANYWHERE, 2, new WorkloadDetails.None()),
            podOf("ReplicaSet", "db-x"),
            podOf("ReplicaSet", "db-y"));

    assertThat(actions(gap))
        .contains(
            "delete the 2 pods: the ReplicaSet controller creates them again from the current"
                + " template");
  }

  @Test
  void many_pods_are_not_deleted_one_by_one() {
    List<ApiObject> objects =
        new ArrayList<>(
            IntStream.range(0, 51).mapToObj(i -> podOf("ReplicaSet", "db-" + i)).toList());
    objects.add(workload("ReplicaSet", ANYWHERE, 51, new WorkloadDetails.None()));

    assertThat(actions(unplaced(objects.toArray(ApiObject[]::new))))
        .noneMatch(a -> a.startsWith("delete"));
  }

  /** The removed default of a limit range is in the pods, and not in their template. */
  @Test
  void a_default_that_nobody_sets_any_more_ends_with_the_pods() {
    Pod waiting = gpuPod("p", 16, "").withMetadata(podOf("ReplicaSet", "db-x").metadata());
    Gap gap =
        gap(
            GapKind.CapacityExhausted,
            node("a").has(GPU, "8").build(),
            workload("ReplicaSet", ANYWHERE, 2, new WorkloadDetails.None()),
            waiting,
            waiting.withMetadata(podOf("ReplicaSet", "db-y").metadata()));

    assertThat(actions(gap))
        .containsExactly(
            "delete the 2 pods: the ReplicaSet controller creates them again from the current"
                + " template");
  }

  @Test
  void a_bare_pod_is_created_by_nobody() {
    assertThat(actions(unplaced(NOWHERE))).noneMatch(a -> a.startsWith("delete"));
  }

  private static Workload set(Pod template, int partition) {
    return workload(
        "StatefulSet",
        template,
        2,
        new WorkloadDetails.StatefulSet(
            true,
            0,
            List.of(),
            Optional.of(new WorkloadDetails.RollingUpdate("0", "1")),
            partition));
  }

  private static Workload workload(
      String kind, Pod template, int replicas, WorkloadDetails details) {
    return new Workload(
            ObjectMeta.of("team-a", "db"),
            GroupVersionKind.of("apps/v1", kind),
            new GroupResource("apps", kind.toLowerCase(Locale.ROOT) + "s"),
            List.of(
                new Workload.PodTemplate(
                    "spec.template",
                    ObjectMeta.builder().build(),
                    template.spec(),
                    OptionalInt.of(replicas))),
            List.of(),
            false)
        .withDetails(details);
  }

  private static Pod podOf(String kind, String name) {
    return NOWHERE.withMetadata(
        ObjectMeta.builder()
            .namespace("team-a")
            .name(name)
            .owners(List.of(new OwnerReference("apps/v1", kind, "db", "", true)))
            .build());
  }

  private static Gap unplaced(ApiObject... objects) {
    List<ApiObject> all = new ArrayList<>(List.of(objects));
    all.add(node("a").has("cpu", "4").build());
    return gap(GapKind.NoEligibleNode, all.toArray(ApiObject[]::new));
  }

  private static List<String> actions(Gap gap) {
    return gap.remedies().stream().filter(Remedy::helps).map(Remedy::action).toList();
  }
}
