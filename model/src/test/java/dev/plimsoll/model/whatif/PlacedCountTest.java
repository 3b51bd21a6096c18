package dev.plimsoll.model.whatif;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlacedCountTest {
  private static final Simulation FIVE_CPUS =
      simulation(node("a").has("cpu", "3").build(), node("b").has("cpu", "2").build());

  @Test
  void pods_that_are_alike_fill_node_after_node() {
    assertThat(PlacedCount.of(FIVE_CPUS, pods(7, "1"))).isEqualTo(5);
    assertThat(PlacedCount.of(FIVE_CPUS, pods(4, "1"))).isEqualTo(4);
    assertThat(PlacedCount.of(FIVE_CPUS, pods(7, "2"))).isEqualTo(2);
    assertThat(PlacedCount.of(FIVE_CPUS, List.of())).isZero();
  }

  @Test
  void pods_that_differ_are_placed_one_after_the_other() {
    List<Pod> pods =
        List.of(
            pod("large").requests("cpu", "2").build(),
            pod("small").requests("cpu", "1").build(),
            pod("larger").requests("cpu", "3").build());

    assertThat(PlacedCount.of(FIVE_CPUS, pods))
        .isEqualTo(SimulationRun.create(FIVE_CPUS, pods).placed());
  }

  @Test
  void a_pod_that_is_denied_is_not_counted() {
    Pod without = pod("without").build();
    Pod invalid = without.withSpec(without.spec().withContainers(List.of()));

    assertThat(PlacedCount.of(FIVE_CPUS, List.of(invalid, pod("p").requests("cpu", "1").build())))
        .isEqualTo(1);
  }

  @Test
  void without_a_deleted_pod_its_room_is_free_and_its_nomination_gone() {
    ApiObject a = node("a").has("cpu", "2").build();
    ApiObject b = node("b").has("cpu", "1").build();
    Pod running = pod("running").requests("cpu", "2").on("a").build();
    Pod nominated = pod("nominated").requests("cpu", "1").priority(5).nominatedFor("b").build();
    Simulation simulation = simulation(a, b, running, nominated);
    Pod small = pod("small").requests("cpu", "1").build();

    Simulation left =
        simulation.with(
            List.of(
                new WorkloadChange.DeletePod(running.namespace(), "running"),
                new WorkloadChange.DeletePod(nominated.namespace(), "nominated")));

    assertThat(simulation.scheduleResultOf(small)).isNotEqualTo(left.scheduleResultOf(small));
    assertThat(left.scheduleResultOf(small)).isEqualTo(simulation(a, b).scheduleResultOf(small));
  }

  private static Simulation simulation(ApiObject... objects) {
    ClusterBuilder cluster = Cluster.builder(Instant.EPOCH).complete();
    for (ApiObject object : objects) {
      cluster.add(object);
    }
    return Simulation.of(cluster.build(), AdmissionChain.standard(), DefaultPlugins.scheduler());
  }

  private static List<Pod> pods(int count, String cpu) {
    return IntStream.range(0, count)
        .mapToObj(i -> pod("p" + i).requests("cpu", cpu).build())
        .toList();
  }
}
