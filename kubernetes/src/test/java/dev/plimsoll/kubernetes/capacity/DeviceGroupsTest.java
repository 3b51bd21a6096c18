package dev.plimsoll.kubernetes.capacity;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static dev.plimsoll.kubernetes.fixtures.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.CounterSet;
import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceAllocation;
import dev.plimsoll.kubernetes.object.DeviceAttribute;
import dev.plimsoll.kubernetes.object.DeviceCapacity;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceNodes;
import dev.plimsoll.kubernetes.object.DeviceTaint;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.quantity.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeviceGroupsTest {
  private static final String DRIVER = "gpu.example.com";
  private static final List<DeviceTaint> BROKEN =
      List.of(new DeviceTaint("broken", "", "NoExecute"));

  private static Device gpu(String name, String model) {
    return gpu(name, model, List.of(), List.of());
  }

  private static Device gpu(
      String name, String model, List<DeviceTaint> taints, List<CounterSet> counters) {
    return new Device(
        name,
        Map.of("model", new DeviceAttribute.Text(model)),
        Map.of("memory", new DeviceCapacity(Quantity.parse("80Gi"), Optional.empty())),
        counters,
        DeviceNodes.NONE,
        taints,
        false,
        List.of(),
        false);
  }

  private static ResourceSlice slice(String name, String node, long slices, Device... devices) {
    return new ResourceSlice(
        ObjectMeta.of("", name),
        DRIVER,
        new ResourceSlice.Pool(node, 1, slices),
        new DeviceNodes(node, Optional.empty(), false),
        false,
        List.of(devices),
        List.of());
  }

  private static DeviceClass gpus(String name, String... selectors) {
    return new DeviceClass(ObjectMeta.of("", name), List.of(selectors), "");
  }

  private static ResourceClaim holding(String pool, String device) {
    return ResourceClaim.of(ObjectMeta.of("team-a", "holder"), List.of())
        .reserved(
            new DeviceAllocation(
                List.of(
                    new DeviceAllocation.Result(
                        "gpu", DRIVER, pool, device, false, false, Map.of())),
                Optional.empty()),
            pod("p").build());
  }

  private static DeviceGroups groups(String attribute, ApiObject... objects) {
    return DeviceGroups.of(
        Cluster.builder(Instant.EPOCH)
            .addAll(List.of(objects))
            .listed(Node.RESOURCE)
            .listed(DeviceClass.RESOURCE)
            .listed(ResourceClaim.RESOURCE)
            .listed(ResourceSlice.RESOURCE)
            .build(),
        attribute);
  }

  @Test
  void each_device_of_a_class_is_allocated_withheld_or_free() {
    DeviceGroups groups =
        groups(
            "",
            node("a").build(),
            node("b").build(),
            node("c").build().withUnschedulable(true),
            gpus("gpus"),
            slice("a", "a", 1, gpu("0", "A100"), gpu("1", "A100"), gpu("2", "A100")),
            slice("b", "b", 1, gpu("0", "A100"), gpu("1", "A100", BROKEN, List.of())),
            slice("c", "c", 1, gpu("0", "A100")),
            slice("d", "d", 1, gpu("0", "A100")),
            holding("a", "1"));

    assertThat(groups.groups())
        .containsExactly(new DeviceGroup("gpus", "", 7, 1, 0, 3, 3, 2, List.of("a", "b")));
  }

  @Test
  void devices_are_divided_by_an_attribute_or_a_capacity_with_or_without_its_domain() {
    ApiObject[] objects = {
      node("a").build(),
      gpus("gpus"),
      gpus("h100", "device.attributes['" + DRIVER + "'].model == 'H100'"),
      slice("a", "a", 1, gpu("0", "A100"), gpu("1", "H100"))
    };

    assertThat(groups("model", objects).groups())
        .isEqualTo(groups(DRIVER + "/model", objects).groups())
        .extracting(DeviceGroup::deviceClass, DeviceGroup::value, DeviceGroup::free)
        .containsExactly(
            tuple("gpus", "A100", 1), tuple("gpus", "H100", 1), tuple("h100", "H100", 1));
    assertThat(groups("memory", objects).groups())
        .extracting(DeviceGroup::value)
        .containsExactly("80Gi", "80Gi");
  }

  @Test
  void partitions_of_a_device_that_is_allocated_as_a_whole_are_blocked() {
    ResourceSlice counters =
        new ResourceSlice(
            ObjectMeta.of("", "counters"),
            DRIVER,
            new ResourceSlice.Pool("a", 1, 2),
            new DeviceNodes("a", Optional.empty(), false),
            false,
            List.of(),
            List.of(counters("7")));

    assertThat(
            groups(
                    "",
                    node("a").build(),
                    gpus("gpus"),
                    counters,
                    slice(
                        "a",
                        "a",
                        2,
                        gpu("whole", "A100", List.of(), List.of(counters("7"))),
                        gpu("part", "A100", List.of(), List.of(counters("1")))),
                    holding("a", "whole"))
                .groups())
        .containsExactly(new DeviceGroup("gpus", "", 2, 1, 1, 0, 0, 0, List.of("a")));
  }

  private static CounterSet counters(String slices) {
    return new CounterSet("card", Map.of("slices", Quantity.parse(slices)));
  }

  @Test
  void devices_of_a_pool_with_missing_slices_are_withheld() {
    assertThat(
            groups("", node("a").build(), gpus("gpus"), slice("a", "a", 2, gpu("0", "A100")))
                .groups())
        .containsExactly(new DeviceGroup("gpus", "", 1, 0, 0, 1, 0, 0, List.of()));
  }

  @Test
  void a_class_whose_expression_fails_has_no_figures_but_a_sentence() {
    DeviceGroups groups =
        groups(
            "",
            node("a").build(),
            gpus("gpus"),
            gpus("odd", "device.attributes['" + DRIVER + "'].size > 1"),
            slice("a", "a", 1, gpu("0", "A100")));

    assertThat(groups.groups()).extracting(DeviceGroup::deviceClass).containsExactly("gpus");
    assertThat(groups.failures())
        .containsExactly(
            "which devices class odd has can't be told, since an expression fails: no such key:"
                + " size");
  }

  @Test
  void what_was_not_read_is_named_and_nothing_is_told_of_devices() {
    Cluster cluster = Cluster.builder(Instant.EPOCH).add(gpus("gpus")).build();

    assertThat(DeviceGroups.of(cluster, "").groups()).isEmpty();
    assertThat(DeviceGroups.unread(cluster).isEmpty()).isFalse();
  }
}
