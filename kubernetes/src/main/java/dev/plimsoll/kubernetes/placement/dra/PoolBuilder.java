package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.object.CounterSet;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes a pool of its slices and looks whether they agree.
 *
 * <p>Source: {@code buildPool} in {@code
 * staging/src/k8s.io/dynamic-resource-allocation/structured/internal/incubating/pools_incubating.go}.
 */
final class PoolBuilder {
  private static final Comparator<ResourceSlice> BY_NAME =
      Comparator.comparing(ResourceSlice::name);

  private PoolBuilder() {}

  /**
   * Makes a pool.
   *
   * @param reachable its slices with devices that can be reached from the node, and with counters
   * @param all all of its slices
   */
  static Pool build(
      PoolId id,
      List<ResourceSlice> reachable,
      Collection<ResourceSlice> all,
      AllocatorFeatures features) {
    List<ResourceSlice> sorted = reachable.stream().sorted(BY_NAME).toList();
    if (!features.partitionableDevices()) {
      List<PoolDevice> devices = devices(sorted);
      return hasUniqueNames(devices)
          ? new Pool(id, Pool.State.USABLE, devices, List.of(), Map.of())
          : Pool.unusable(id, Pool.State.INVALID);
    }
    List<PoolDevice> devices =
        devices(sorted.stream().filter(s -> s.sharedCounters().isEmpty()).toList());
    Map<String, CounterSet> counterSets = new HashMap<>();
    for (ResourceSlice slice : sorted) {
      for (CounterSet set : slice.sharedCounters()) {
        if (counterSets.putIfAbsent(set.name(), set) != null) {
          return Pool.unusable(id, Pool.State.INVALID);
        }
      }
    }
    Set<String> names = new HashSet<>();
    sorted.forEach(s -> names.add(s.name()));
    List<PoolDevice> others = devices(all.stream().filter(s -> !names.contains(s.name())).toList());
    boolean valid =
        hasUniqueNames(devices)
            && devices.stream().allMatch(d -> hasCounters(d, counterSets))
            && others.stream().allMatch(d -> hasCounters(d, counterSets));
    return valid
        ? new Pool(id, Pool.State.USABLE, devices, others, counterSets)
        : Pool.unusable(id, Pool.State.INVALID);
  }

  private static List<PoolDevice> devices(List<ResourceSlice> slices) {
    List<PoolDevice> devices = new ArrayList<>();
    for (ResourceSlice slice : slices) {
      slice.devices().forEach(d -> devices.add(PoolDevice.of(slice, d)));
    }
    return devices;
  }

  private static boolean hasUniqueNames(List<PoolDevice> devices) {
    Set<DeviceId> ids = new HashSet<>();
    return devices.stream().allMatch(d -> ids.add(d.id()));
  }

  private static boolean hasCounters(PoolDevice device, Map<String, CounterSet> counterSets) {
    return device.device().consumesCounters().stream()
        .allMatch(
            c ->
                counterSets.containsKey(c.name())
                    && counterSets
                        .get(c.name())
                        .counters()
                        .keySet()
                        .containsAll(c.counters().keySet()));
  }
}
