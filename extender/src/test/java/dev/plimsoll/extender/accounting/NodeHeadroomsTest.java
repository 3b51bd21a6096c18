package dev.plimsoll.extender.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.scoring.PodRequest;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import org.junit.jupiter.api.Test;

class NodeHeadroomsTest {
  @Test
  void a_request_that_wraps_round_below_zero_asks_for_nothing() {
    Quantity cpu = Quantity.parse("18446744073709551615m");
    assertThat(cpu.milliValue()).isNegative();

    assertThat(NodeHeadrooms.podRequest(Resources.of(ResourceName.CPU, cpu)))
        .isEqualTo(new PodRequest(0, 0, 0));
  }
}
