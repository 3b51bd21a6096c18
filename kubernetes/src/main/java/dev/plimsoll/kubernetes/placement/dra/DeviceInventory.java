package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceTaint;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** All devices that drivers publish, each once, and how it stands with them. */
public final class DeviceInventory {
  /** The state of a device. */
  public enum State {
    /** A claim has the device, or a part of it. */
    ALLOCATED,
    /** Other allocated devices have used up the counters that they share with the device. */
    BLOCKED,
    /** The device is tainted, its pool is incomplete, or no node that reaches it takes pods. */
    WITHHELD,
    /** Claims may get the device. */
    FREE
  }

  /**
   * A device that is published.
   *
   * @param id what tells it from others
   * @param device the device
   * @param state how it stands with it
   * @param nodes the nodes that take pods and from which it is reached, by name
   */
  public record PublishedDevice(DeviceId id, Device device, State state, List<String> nodes) {

    public PublishedDevice {
      nodes = List.copyOf(nodes);
    }
  }

  private final Cluster cluster;
  private final AllocatorFeatures features;
  private final AllocatedDevices allocated;
  private final Pools pools;
  private final Map<String, Map<Counters.Counter, Quantity>> counters = new HashMap<>();
  private final Map<DeviceId, Device> devices = new LinkedHashMap<>();
  private final Map<DeviceId, List<String>> nodes = new HashMap<>();
  private final Map<DeviceId, Boolean> blocked = new HashMap<>();

  private DeviceInventory(Cluster cluster) {
    this.cluster = cluster;
    this.features = AllocatorFeatures.of(cluster.controlPlane());
    this.allocated = AllocatedDevices.of(cluster.list(ResourceClaim.class), features);
    this.pools = new Pools(cluster.list(ResourceSlice.class), features);
  }

  /**
   * Returns the devices of each pool's latest generation.
   *
   * @param takesPods which nodes take pods
   */
  public static List<PublishedDevice> of(Cluster cluster, Predicate<Node> takesPods) {
    DeviceInventory inventory = new DeviceInventory(cluster);
    inventory.addAll();
    for (Node node : cluster.nodes()) {
      inventory.addNode(node, takesPods.test(node));
    }
    return inventory.published();
  }

  private void addAll() {
    Map<PoolId, Long> latest = new HashMap<>();
    for (ResourceSlice slice : cluster.list(ResourceSlice.class)) {
      latest.merge(PoolId.of(slice), slice.pool().generation(), Math::max);
    }
    for (ResourceSlice slice : cluster.list(ResourceSlice.class)) {
      if (latest.getOrDefault(PoolId.of(slice), 0L) == slice.pool().generation()) {
        slice.devices().forEach(d -> devices.put(PoolDevice.of(slice, d).id(), d));
      }
    }
  }

  private void addNode(Node node, boolean takesPods) {
    for (Pool pool : pools.of(node)) {
      for (PoolDevice device : pool.devices()) {
        if (device.slice().perDeviceNodeSelection()
            && !Pools.matches(device.device().nodes(), node)) {
          continue;
        }
        blocked.computeIfAbsent(device.id(), d -> isBlocked(device, pool));
        if (takesPods) {
          nodes.computeIfAbsent(device.id(), d -> new ArrayList<>()).add(node.name());
        }
      }
    }
  }

  private boolean isBlocked(PoolDevice device, Pool pool) {
    return features.partitionableDevices()
        && !device.device().consumesCounters().isEmpty()
        && !new Counters(allocated, counters).consume(device, pool);
  }

  private List<PublishedDevice> published() {
    List<PublishedDevice> published = new ArrayList<>();
    devices.forEach(
        (id, device) -> {
          List<String> reaching = nodes.getOrDefault(id, List.of());
          published.add(new PublishedDevice(id, device, state(id, device, reaching), reaching));
        });
    return published;
  }

  private State state(DeviceId id, Device device, List<String> reaching) {
    if (allocated.isInUse(id)) {
      return State.ALLOCATED;
    }
    if (blocked.getOrDefault(id, false)) {
      return State.BLOCKED;
    }
    boolean tainted =
        features.deviceTaints() && device.taints().stream().anyMatch(DeviceTaint::keepsClaimsAway);
    return tainted || reaching.isEmpty() ? State.WITHHELD : State.FREE;
  }
}
