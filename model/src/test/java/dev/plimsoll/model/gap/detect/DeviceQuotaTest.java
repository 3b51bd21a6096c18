package dev.plimsoll.model.gap.detect;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.ResourceQuotaBuilder.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.fixtures.ClusterFixture;
import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceNodes;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quota.QuotaKeyUsage;
import dev.plimsoll.kubernetes.quota.QuotaKeyUsages;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeviceQuotaTest {
  private static final String DEVICES = "gpus.deviceclass.resource.k8s.io/devices";
  private static final String SERVED = "requests.example.com/gpu";

  private static Device device(String name) {
    return new Device(
        name, Map.of(), Map.of(), List.of(), DeviceNodes.NONE, List.of(), false, List.of(), false);
  }

  /** A node with two devices of class gpus, which serves example.com/gpu. */
  private static Cluster twoDevices(ResourceQuota quota) {
    return ClusterFixture.cluster(
            node("a").has("cpu", "8").build(),
            new DeviceClass(ObjectMeta.of("", "gpus"), List.of(), "example.com/gpu"),
            new ResourceSlice(
                ObjectMeta.of("", "slice"),
                "gpu.example.com",
                new ResourceSlice.Pool("a", 1, 1),
                new DeviceNodes("a", Optional.empty(), false),
                false,
                List.of(device("0"), device("1")),
                List.of()),
            quota)
        .withCoverage(DeviceClass.RESOURCE, Coverage.COMPLETE)
        .withCoverage(ResourceSlice.RESOURCE, Coverage.COMPLETE)
        .withCoverage(ResourceClaim.RESOURCE, Coverage.COMPLETE);
  }

  private static List<Gap> gaps(Cluster cluster) {
    return GapFinder.find(
            Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler()))
        .stream()
        .map(Finding::withRemedies)
        .toList();
  }

  @Test
  void a_key_on_a_class_that_does_not_exist_is_dead_and_has_no_other_name() {
    ResourceQuota quota =
        quota("q").hard("gone.deviceclass.resource.k8s.io/devices=1," + DEVICES + "=1").build();

    assertThat(gaps(twoDevices(quota)))
        .filteredOn(g -> g.kind() == GapKind.DeadQuotaKey)
        .singleElement()
        .satisfies(g -> assertThat(g.remedies()).isEmpty())
        .extracting(Gap::message)
        .isEqualTo(
            "quota q sets gone.deviceclass.resource.k8s.io/devices to 1, but device class"
                + " gone doesn't exist, so the key limits nothing");
  }

  @Test
  void where_classes_were_not_read_no_key_on_one_is_said_to_be_dead() {
    Cluster cluster =
        twoDevices(quota("q").hard("gone.deviceclass.resource.k8s.io/devices=1").build())
            .withCoverage(DeviceClass.RESOURCE, Coverage.NONE);

    assertThat(gaps(cluster)).extracting(Gap::kind).doesNotContain(GapKind.DeadQuotaKey);
  }

  @Test
  void a_resource_that_a_class_serves_is_not_out_of_reach_since_no_node_has_it_itself() {
    assertThat(gaps(twoDevices(quota("q").hard(SERVED + "=2").build())))
        .extracting(Gap::kind)
        .doesNotContain(GapKind.QuotaUnreachable);
  }

  @Test
  void free_devices_are_what_nodes_give_to_keys_on_a_class_and_on_what_it_serves() {
    ResourceQuota quota = quota("q").hard(DEVICES + "=1," + SERVED + "=2").build();

    assertThat(QuotaKeyUsages.of(twoDevices(quota)))
        .extracting(QuotaKeyUsage::available)
        .containsExactly(Optional.of(Quantity.of(2)), Optional.of(Quantity.of(2)));
  }
}
