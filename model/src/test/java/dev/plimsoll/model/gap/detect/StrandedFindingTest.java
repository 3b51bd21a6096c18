package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.deployment;
import static dev.plimsoll.model.gap.detect.GapScenario.evidence;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.patch.KubectlCommand;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StrandedFindingTest {
  private static Pod waiting(String name, String cpu) {
    return pod(name).requests(GPU + "=4,cpu=" + cpu).limits(GPU + "=4").build();
  }

  private static Pod web(String name, String node) {
    Pod pod = pod(name).requests("cpu=21").on(node).build();
    return pod.withMetadata(
        pod.metadata()
            .withOwners(List.of(new OwnerReference("apps/v1", "ReplicaSet", "web", "1", true))));
  }

  /** Three nodes whose GPUs are free and whose CPU is used up, and idle ones without GPUs. */
  private static List<ApiObject> cluster() {
    List<ApiObject> objects = new ArrayList<>();
    for (String name : List.of("g0", "g1", "g2")) {
      objects.add(node(name).has(GPU, "8").has("cpu", "64").has("pods", "110").build());
      for (int i = 0; i < 3; i++) {
        objects.add(web("web-" + name + "-" + i, name));
      }
    }
    for (String name : List.of("c0", "c1")) {
      objects.add(node(name).has("cpu", "128").has("pods", "110").build());
    }
    return objects;
  }

  private static Gap stranded(ApiObject... more) {
    List<ApiObject> all = cluster();
    all.addAll(List.of(more));
    return gap(GapKind.GpusStranded, all.toArray(ApiObject[]::new));
  }

  @Test
  void kind_GpusStranded_says_how_many_are_free_what_is_used_up_and_by_whom() {
    Gap gap = stranded(waiting("a", "8"));

    assertThat(gap.message())
        .isEqualTo(
            "pod a requests 4 nvidia.com/gpu and 8 cpu; 24 nvidia.com/gpu are free, but stranded on"
                + " 3 nodes that have at most 1 cpu left: 9 pods without nvidia.com/gpu have 189 of"
                + " 192 cpu there (team-a 189)");
    assertThat(evidence(gap)).isEqualTo("requested=4 eligibleNodes=3 free=24 lacks=cpu left=1");
    assertThat(gap.resource()).isEqualTo(GPU);
  }

  @Test
  void a_request_beyond_what_any_node_has_is_told_as_such() {
    assertThat(stranded(waiting("a", "65")).message())
        .endsWith(
            "stranded on 3 nodes that have at most 1 cpu left; no such node has more than 64 cpu,"
                + " free or not");
    assertThat(stranded(waiting("a", "64")).message()).contains("9 pods without nvidia.com/gpu");
  }

  @Test
  void moving_pods_without_devices_to_idle_nodes_comes_before_new_nodes() {
    Gap gap = stranded(waiting("a", "8"));

    assertThat(gap.remedies()).filteredOn(Remedy::helps).hasSize(2);
    Remedy move = gap.remedies().get(0);
    assertThat(move.helps()).isTrue();
    assertThat(move.action())
        .isEqualTo(
            "have pods without nvidia.com/gpu prefer other nodes, and move team-a/web-g0-0 away"
                + " from node g0 (a pod moves by being deleted and created again)");
    assertThat(move.commands())
        .map(KubectlCommand::text)
        .containsExactly(
            "kubectl taint nodes g0 g1 g2 nvidia.com/gpu=present:PreferNoSchedule --overwrite",
            "kubectl delete pod web-g0-0 -n team-a");
    assertThat(gap.remedies().get(1).action()).startsWith("add 1 more node like g0");
  }

  @Test
  void all_pods_that_wait_get_space_from_as_few_moves_as_are_found() {
    Gap gap = stranded(deployment("train", 4, waiting("a", "8")));

    Remedy move = gap.remedies().get(0);
    assertThat(move.helps()).as(move.result()).isTrue();
    assertThat(move.commands()).hasSize(3);
  }

  @Test
  void a_request_that_is_little_more_than_what_is_left_may_be_smaller() {
    Gap gap = stranded(waiting("a", "1500m"));

    assertThat(gap.remedies())
        .filteredOn(Remedy::helps)
        .extracting(Remedy::action)
        .contains("request only 1 cpu, if the workload can run with it");
  }

  @Test
  void capacity_that_earlier_pods_of_the_workload_take_is_exhausted_and_not_fragmented() {
    assertThat(
            GapFinder.find(
                GapScenario.simulation(
                    node("a").has(GPU, "8").has("cpu", "64").has("pods", "110").build(),
                    deployment("train", 3, waiting("a", "1")))))
        .extracting(Finding::gap)
        .extracting(Gap::kind, Gap::message)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                GapKind.CapacityExhausted,
                "pod train-\u20262 would be admitted and requests 4 nvidia.com/gpu; 1 eligible"
                    + " node has none free"));
  }
}
