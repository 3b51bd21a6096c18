package dev.plimsoll.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.Tenant;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharesSummaryTest {
  private static final DividedResource GPUS = DividedResource.of(ResourceName.of("nvidia.com/gpu"));
  private static final DividedResource CORES = DividedResource.of(ResourceName.CPU);

  @Test
  void one_resource_needs_no_name() {
    assertThat(summary(List.of(Tenant.of("a", 3, "a"), Tenant.of("b", 1, "b")), GPUS))
        .isEqualTo("a 6, b 2");
  }

  @Test
  void several_resources_are_named() {
    assertThat(summary(List.of(Tenant.of("a", 3, "a"), Tenant.of("b", 1, "b")), GPUS, CORES))
        .isEqualTo("nvidia.com/gpu: a 6, b 2; cpu: a 48, b 16");
  }

  @Test
  void of_many_tenants_the_first_are_named() {
    List<Tenant> tenants =
        IntStream.range(0, 100).mapToObj(i -> Tenant.of("t" + i, 1, "n" + i)).toList();

    assertThat(summary(tenants, GPUS)).startsWith("t0 ").endsWith(" and 80 more");
  }

  private static String summary(List<Tenant> tenants, DividedResource... resources) {
    Resources has =
        Resources.builder()
            .put(GPUS.name(), Quantity.of(8))
            .put(CORES.name(), Quantity.of(64))
            .build();
    Node node =
        new Node(
            ObjectMeta.of("", "n"),
            false,
            List.of(),
            has,
            has,
            List.of(new Condition("Ready", "True", "", "")));
    Cluster cluster =
        Cluster.builder(Instant.EPOCH).add(node).add(new Namespace(ObjectMeta.of("", "a"))).build();
    return SharesSummary.of(
        Shares.of(cluster, CapacityPolicy.proportional("p", tenants, List.of(resources))));
  }
}
