package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static dev.plimsoll.model.gap.detect.GapScenario.GPU;
import static dev.plimsoll.model.gap.detect.GapScenario.gap;
import static dev.plimsoll.model.gap.detect.GapScenario.simulation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.capacity.NodeGroup;
import dev.plimsoll.kubernetes.capacity.NodeGroups;
import dev.plimsoll.kubernetes.fixtures.NodeBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Devices that are free beside too little CPU, whether or not a pod waits for them. */
class StrandedNodeDetectorTest {
  private static Pod training(String name, String node) {
    return pod(name).requests("cpu=4," + GPU + "=1").limits(GPU + "=1").on(node).build();
  }

  private static Pod web(String name, int cpus, String node) {
    Pod bare = pod(name).requests("cpu=" + cpus).on(node).build();
    return bare.withMetadata(
        bare.metadata()
            .withOwners(List.of(new OwnerReference("apps/v1", "ReplicaSet", "web", "1", true))));
  }

  private static List<Gap> stranded(Simulation simulation) {
    return GapFinder.find(simulation).stream()
        .map(f -> f.gap())
        .filter(g -> g.kind() == GapKind.CapacityStranded)
        .toList();
  }

  @Test
  void the_gap_has_the_amounts_and_moves_the_fewest_pods_to_nodes_without_devices() {
    Gap gap =
        gap(
            GapKind.CapacityStranded,
            node("gpu").has("cpu", "32").has(GPU, "8").build(),
            node("plain").has("cpu", "64").build(),
            training("t", "gpu"),
            web("small", 2, "gpu"),
            web("large", 20, "gpu"));

    assertThat(gap.message())
        .isEqualTo(
            "6 of 7 free nvidia.com/gpu on node gpu cannot be used: the node has 6 cpu left, and"
                + " pods typically request 4 with each; 2 pods without nvidia.com/gpu have 22 cpu"
                + " there");
    assertThat(gap.pods()).isZero();
    assertThat(gap.cost().largest().orElseThrow().amount()).hasToString("6");
    Remedy remedy = gap.remedies().get(0);
    assertThat(remedy.action())
        .startsWith("move team-a/large, team-a/small away from node gpu")
        .endsWith("and taint the node nvidia.com/gpu=present:PreferNoSchedule");
    assertThat(remedy.result())
        .isEqualTo("6 more nvidia.com/gpu of node gpu can be used; the moved pods get node plain");
  }

  @Test
  void pods_that_no_node_without_devices_takes_are_not_moved() {
    Gap gap =
        gap(
            GapKind.CapacityStranded,
            node("gpu").has("cpu", "32").has(GPU, "8").build(),
            node("plain").has("cpu", "8").build(),
            training("t", "gpu"),
            web("large", 20, "gpu"));

    assertThat(gap.remedies()).isEmpty();
  }

  @Test
  void nothing_is_stranded_where_pods_request_no_cpu_with_devices() {
    Simulation simulation =
        simulation(
            node("gpu").has("cpu", "32").has(GPU, "8").build(),
            GapScenario.gpuPod("t", 1, "gpu"),
            web("large", 32, "gpu"));

    assertThat(stranded(simulation)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void what_is_stranded_adds_up_to_what_capacity_shows_as_not_usable(long seed) {
    Random random = new Random(seed);
    List<ApiObject> objects = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String name = "n" + i;
      NodeBuilder node =
          node(name)
              .has("cpu", "32")
              .has("pods", Integer.toString(2 + random.nextInt(8)))
              .has(GPU, Integer.toString(random.nextInt(9)));
      objects.add((random.nextInt(6) == 0 ? node.cordoned() : node).build());
      for (int k = random.nextInt(3); k > 0; k--) {
        objects.add(training(name + "-t" + k, name));
        objects.add(web(name + "-w" + k, random.nextInt(16), name));
      }
    }
    Simulation simulation = simulation(objects.toArray(ApiObject[]::new));

    Quantity unusable = Quantity.ZERO;
    for (NodeGroup group : NodeGroups.of(simulation.cluster())) {
      if (group.resource().isExtended()) {
        unusable = unusable.add(group.free().subtract(group.usable()));
      }
    }
    double found =
        stranded(simulation).stream()
            .mapToDouble(g -> g.cost().largest().orElseThrow().amount().toDouble())
            .sum();
    assertThat(found).isEqualTo(unusable.toDouble());
  }
}
