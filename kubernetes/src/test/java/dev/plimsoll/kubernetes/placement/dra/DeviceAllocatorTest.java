package dev.plimsoll.kubernetes.placement.dra;

import static dev.plimsoll.kubernetes.fixtures.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.object.CounterSet;
import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceAllocation;
import dev.plimsoll.kubernetes.object.DeviceAttribute;
import dev.plimsoll.kubernetes.object.DeviceCapacity;
import dev.plimsoll.kubernetes.object.DeviceClaim;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceConstraint;
import dev.plimsoll.kubernetes.object.DeviceNodes;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.quantity.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeviceAllocatorTest {
  private static Device device(String name, Map<String, DeviceAttribute> attributes) {
    return new Device(
        name,
        attributes,
        Map.of(),
        List.of(),
        DeviceNodes.NONE,
        List.of(),
        false,
        List.of(),
        false);
  }

  private static Device device(String name) {
    return device(name, Map.of());
  }

  private static Device partition(String name, String slices) {
    return new Device(
        name,
        Map.of(),
        Map.of(),
        List.of(new CounterSet("gpu-0", Map.of("slices", Quantity.parse(slices)))),
        DeviceNodes.NONE,
        List.of(),
        false,
        List.of(),
        false);
  }

  private static Device shared(String name, String memory) {
    return new Device(
        name,
        Map.of(),
        Map.of("memory", new DeviceCapacity(Quantity.parse(memory), Optional.empty())),
        List.of(),
        DeviceNodes.NONE,
        List.of(),
        false,
        List.of(),
        true);
  }

  private static ResourceSlice slice(String name, long generation, long count, Device... devices) {
    return new ResourceSlice(
        ObjectMeta.of("", name),
        "gpu.example.com",
        new ResourceSlice.Pool("pool", generation, count),
        new DeviceNodes("n", Optional.empty(), false),
        false,
        List.of(devices),
        List.of());
  }

  private static ResourceSlice counters(String slices) {
    return new ResourceSlice(
        ObjectMeta.of("", "counters"),
        "gpu.example.com",
        new ResourceSlice.Pool("pool", 1, 2),
        new DeviceNodes("n", Optional.empty(), false),
        false,
        List.of(),
        List.of(new CounterSet("gpu-0", Map.of("slices", Quantity.parse(slices)))));
  }

  private static DeviceRequest request(String name, String mode, long count) {
    return new DeviceRequest(name, List.of(DeviceSubRequest.of("gpus", mode, count)), false);
  }

  private static DeviceRequest memory(String name, String amount) {
    DeviceSubRequest wanted =
        new DeviceSubRequest(
            "",
            "gpus",
            List.of(),
            "ExactCount",
            1,
            false,
            List.of(),
            Map.of("memory", Quantity.parse(amount)));
    return new DeviceRequest(name, List.of(wanted), false);
  }

  private static ResourceClaim claim(DeviceRequest... requests) {
    return ResourceClaim.of(ObjectMeta.of("team", "c"), List.of(requests));
  }

  private static List<String> allocated(ResourceClaim claim, ResourceSlice... slices)
      throws AllocationException {
    ClusterBuilder cluster =
        Cluster.builder(Instant.EPOCH)
            .add(new DeviceClass(ObjectMeta.of("", "gpus"), List.of(), ""))
            .addAll(List.of(slices));
    return new DeviceAllocators()
        .of(cluster.build())
        .allocate(node("n").build(), List.of(claim))
        .map(all -> all.get(0).results().stream().map(DeviceAllocation.Result::device).toList())
        .orElse(List.of());
  }

  @Test
  void only_the_latest_generation_of_a_pool_counts() throws AllocationException {
    assertThat(
            allocated(
                claim(request("r", "ExactCount", 1)),
                slice("a", 1, 1, device("old")),
                slice("b", 2, 1, device("new"))))
        .containsExactly("new");
  }

  @Test
  void nothing_is_taken_from_a_pool_with_holes() throws AllocationException {
    ResourceSlice half = slice("a", 1, 2, device("gpu-0"));

    assertThat(allocated(claim(request("r", "ExactCount", 1)), half)).isEmpty();
    assertThatExceptionOfType(AllocationException.class)
        .isThrownBy(() -> allocated(claim(request("r", "All", 0)), half))
        .withMessage(
            "claim team/c, request r: asks for all devices, but resource pool"
                + " gpu.example.com/pool is currently being updated")
        .matches(e -> !e.isOnlyForNode());
  }

  @Test
  void a_pool_that_names_a_device_twice_is_invalid_on_this_node() {
    assertThatExceptionOfType(AllocationException.class)
        .isThrownBy(
            () ->
                allocated(
                    claim(request("r", "ExactCount", 1)),
                    slice("a", 1, 1, device("gpu-0"), device("gpu-0"))))
        .withMessage("invalid resource pools were encountered")
        .matches(AllocationException::isOnlyForNode);
  }

  @Test
  void partitions_share_the_counters_of_their_device() throws AllocationException {
    ResourceSlice partitions =
        slice("p", 1, 2, partition("big", "4"), partition("half", "2"), partition("rest", "3"));

    assertThat(allocated(claim(request("r", "ExactCount", 2)), counters("7"), partitions))
        .containsExactly("big", "half");
    assertThat(allocated(claim(request("r", "ExactCount", 2)), counters("5"), partitions))
        .containsExactly("half", "rest");
    assertThat(allocated(claim(request("r", "ExactCount", 3)), counters("8"), partitions))
        .isEmpty();
  }

  @Test
  void requests_share_a_device_as_long_as_its_capacity_lasts() throws AllocationException {
    ResourceSlice gpus = slice("a", 1, 1, shared("gpu-0", "80Gi"), shared("gpu-1", "80Gi"));

    assertThat(
            allocated(claim(memory("a", "50Gi"), memory("b", "50Gi"), memory("c", "30Gi")), gpus))
        .containsExactly("gpu-0", "gpu-1", "gpu-0");
    assertThat(allocated(claim(memory("a", "90Gi")), gpus)).isEmpty();
  }

  @Test
  void constraints_hold_for_all_devices_of_their_requests() throws AllocationException {
    ResourceSlice gpus =
        slice(
            "a",
            1,
            1,
            device("gpu-0", Map.of("numa", new DeviceAttribute.WholeNumber(0))),
            device("gpu-1", Map.of("numa", new DeviceAttribute.WholeNumber(1))),
            device("gpu-2", Map.of("numa", new DeviceAttribute.WholeNumber(0))),
            device("gpu-3"));

    assertThat(allocated(constrained(DeviceConstraint.Kind.MATCH), gpus))
        .containsExactly("gpu-0", "gpu-2");
    assertThat(allocated(constrained(DeviceConstraint.Kind.DISTINCT), gpus))
        .containsExactly("gpu-0", "gpu-1");
  }

  private static ResourceClaim constrained(DeviceConstraint.Kind kind) {
    return new ResourceClaim(
        ObjectMeta.of("team", "c"),
        new DeviceClaim(
            List.of(request("a", "ExactCount", 1), request("b", "ExactCount", 1)),
            List.of(new DeviceConstraint(kind, "gpu.example.com/numa", List.of()))),
        Optional.empty(),
        Set.of());
  }

  @Test
  void a_claim_may_not_get_more_than_32_devices() {
    assertThatExceptionOfType(AllocationException.class)
        .isThrownBy(
            () ->
                allocated(claim(request("r", "ExactCount", 33)), slice("a", 1, 1, device("gpu-0"))))
        .withMessage("claim team/c: number of requested devices 33 exceeds the claim limit of 32");
  }
}
