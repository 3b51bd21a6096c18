package dev.plimsoll.kubernetes.quota;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QuotaKeyUsagesTest {
  private static final ResourceName CPU = ResourceName.REQUESTS_CPU;

  private static ResourceQuota quota(String name, long hard, long used) {
    Resources ceiling = Resources.of(CPU, Quantity.of(hard));
    return new ResourceQuota(
        ObjectMeta.of("team", name),
        ResourceQuotaSpec.of(ceiling),
        new ResourceQuotaStatus(ceiling, Resources.of(CPU, Quantity.of(used))));
  }

  private static PodBuilder pod(String name, String cpu) {
    return PodBuilder.pod("team", name).requests("cpu", cpu);
  }

  private static List<QuotaKeyUsage> usages() {
    return QuotaKeyUsages.of(
        Cluster.builder(Instant.EPOCH)
            .add(node("a").has("cpu", "4").build())
            .add(node("b").has("cpu", "2").build())
            .add(node("c").has("cpu", "8").cordoned().build())
            .add(pod("placed", "1").on("a").build())
            .add(pod("too large", "3").on("b").build())
            .add(pod("pending", "2").build())
            .add(quota("loose", 20, 6))
            .add(quota("tight", 8, 6))
            .build());
  }

  @Test
  void placed_and_pending_pods_are_told_apart() {
    assertThat(usages())
        .extracting(QuotaKeyUsage::placed)
        .containsOnly(Optional.of(Quantity.of(4)));
    assertThat(usages())
        .extracting(QuotaKeyUsage::pending)
        .containsOnly(Optional.of(Quantity.of(2)));
  }

  @Test
  void what_an_overcommitted_node_lacks_is_not_taken_off_the_others() {
    assertThat(usages().get(0).available()).contains(Quantity.of(3));
  }

  @Test
  void the_quota_that_leaves_least_binds() {
    assertThat(usages()).extracting(QuotaKeyUsage::quota).containsExactly("loose", "tight");
    assertThat(usages()).extracting(QuotaKeyUsage::binds).containsExactly(false, true);
  }
}
