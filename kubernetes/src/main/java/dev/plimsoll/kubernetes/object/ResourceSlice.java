package dev.plimsoll.kubernetes.object;

import java.util.List;

/**
 * Devices that a driver publishes, or the counters that those of a pool share.
 *
 * @param metadata name, labels and the like
 * @param driver the driver
 * @param pool what it is a part of
 * @param nodes from which nodes its devices can be reached
 * @param perDeviceNodeSelection whether each device says that itself
 * @param devices the devices
 * @param sharedCounters the pool's counters
 */
public record ResourceSlice(
    ObjectMeta metadata,
    String driver,
    Pool pool,
    DeviceNodes nodes,
    boolean perDeviceNodeSelection,
    List<Device> devices,
    List<CounterSet> sharedCounters)
    implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("resource.k8s.io/v1", "ResourceSlice");

  public static final GroupResource RESOURCE =
      new GroupResource("resource.k8s.io", "resourceslices");

  public ResourceSlice {
    devices = List.copyOf(devices);
    sharedCounters = List.copyOf(sharedCounters);
  }

  /**
   * The devices that a driver publishes and changes together.
   *
   * @param name its name, once for each driver
   * @param generation which state of the pool the slice belongs to; only the latest counts
   * @param resourceSliceCount how many slices the pool has in that state
   */
  public record Pool(String name, long generation, long resourceSliceCount) {}

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
