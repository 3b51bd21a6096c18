package dev.plimsoll.kubernetes.quota;

import static dev.plimsoll.kubernetes.fixtures.ClusterFixture.cluster;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TightestLimitsTest {
  private static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");

  @Test
  void the_tightest_quota_of_each_namespace_counts_in_the_order_of_namespaces() {
    assertThat(
            TightestLimits.of(
                cluster(
                    quota("b", "loose").hard("requests.nvidia.com/gpu=8").build(),
                    quota("b", "tight").hard("requests.nvidia.com/gpu=4").build(),
                    quota("a", "only").hard("requests.nvidia.com/gpu=2").build(),
                    quota("c", "other").hard("pods=1").build()),
                GPU))
        .containsExactly(Map.entry("a", Quantity.of(2)), Map.entry("b", Quantity.of(4)));
  }
}
