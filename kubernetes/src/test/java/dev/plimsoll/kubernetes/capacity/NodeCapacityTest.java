package dev.plimsoll.kubernetes.capacity;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class NodeCapacityTest {
  private static final Node NODE = node("a").has("cpu", "4").build();

  @Test
  void each_bound_pod_that_has_not_ended_takes_its_requests_and_one_of_pods() {
    Cluster cluster =
        Cluster.builder(Instant.EPOCH)
            .add(NODE)
            .add(pod("one").requests("cpu", "1").on("a").build())
            .add(pod("other").on("a").build())
            .add(pod("elsewhere").requests("cpu", "1").on("b").build())
            .add(pod("ended").on("a").status(s -> s.phase("Succeeded")).build())
            .build();

    NodeCapacity capacity = NodeCapacity.of(cluster, NODE);

    assertThat(capacity.free().getOrZero(ResourceName.CPU)).isEqualTo(Quantity.of(3));
    assertThat(capacity.free().getOrZero(ResourceName.PODS)).isEqualTo(Quantity.of(108));
  }

  @Test
  void headroom_is_zero_where_more_is_requested_than_there_is() {
    NodeCapacity capacity =
        new NodeCapacity(NODE.allocatable(), Resources.of(ResourceName.CPU, Quantity.of(6)));

    assertThat(capacity.free().getOrZero(ResourceName.CPU)).isEqualTo(Quantity.of(-2));
    assertThat(capacity.headroom().getOrZero(ResourceName.CPU)).isEqualTo(Quantity.ZERO);
  }
}
