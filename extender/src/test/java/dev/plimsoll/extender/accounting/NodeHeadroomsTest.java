package dev.plimsoll.extender.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.scoring.NodeHeadroom;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeHeadroomsTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");

  private static Resources resources(String cpu, String memory, long gpus, long pods) {
    return Resources.of(
        Map.of(
            ResourceName.CPU,
            Quantity.parse(cpu),
            ResourceName.MEMORY,
            Quantity.parse(memory),
            GPU,
            Quantity.of(gpus),
            ResourceName.PODS,
            Quantity.of(pods)));
  }

  private static NodeHeadroom headroom(Resources requested) {
    return NodeHeadrooms.of(
        "a", new NodeCapacity(resources("64", "512Gi", 8, 110), requested), Optional.of(GPU));
  }

  @Test
  void a_load_is_what_is_taken_of_cpu_or_memory_whichever_is_more() {
    assertThat(headroom(resources("48", "128Gi", 3, 5)))
        .isEqualTo(new NodeHeadroom(8, 5, 5, 750, "a".hashCode()));
  }

  @Test
  void memory_is_the_load_where_more_of_it_is_taken_than_of_the_cpus() {
    assertThat(headroom(resources("16", "384Gi", 3, 5)))
        .isEqualTo(new NodeHeadroom(8, 5, 5, 750, "a".hashCode()));
  }

  @Test
  void what_is_overcommitted_is_a_full_load_and_leaves_less_than_no_device() {
    assertThat(headroom(resources("18446744073709551615", "1Ti", 9, 5)))
        .isEqualTo(new NodeHeadroom(8, -1, 5, 1000, "a".hashCode()));
  }
}
