package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceNodes;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.placement.snapshot.NodeSelectors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The pools that drivers publish, and which of their devices can be reached from a node. Only the
 * latest generation of a pool counts. Safe for use by several threads.
 *
 * <p>Source: {@code GatherPools} in {@code
 * staging/src/k8s.io/dynamic-resource-allocation/structured/internal/incubating/pools_incubating.go}.
 */
final class Pools {
  private final AllocatorFeatures features;
  private final Map<String, List<ResourceSlice>> slicesOnNode = new HashMap<>();
  private final List<ResourceSlice> slicesShared = new ArrayList<>();
  private final Map<PoolId, List<ResourceSlice>> slicesOfPool = new HashMap<>();
  private final Map<String, List<Pool>> ofNodes = new ConcurrentHashMap<>();

  Pools(Collection<ResourceSlice> slices, AllocatorFeatures features) {
    this.features = features;
    for (ResourceSlice slice : slices) {
      slicesOfPool.computeIfAbsent(PoolId.of(slice), p -> new ArrayList<>()).add(slice);
      if (slice.nodes().nodeName().isEmpty() || !slice.sharedCounters().isEmpty()) {
        slicesShared.add(slice);
      } else {
        slicesOnNode.computeIfAbsent(slice.nodes().nodeName(), n -> new ArrayList<>()).add(slice);
      }
    }
  }

  /** Returns whether devices can be reached from the node. */
  static boolean matches(DeviceNodes nodes, Node node) {
    if (!nodes.nodeName().isEmpty()) {
      return nodes.nodeName().equals(node.name());
    }
    return nodes.allNodes()
        || nodes.nodeSelector().filter(s -> NodeSelectors.matches(s, node)).isPresent();
  }

  /** Returns the pools that a node can use, in the order in which their devices are tried. */
  List<Pool> of(Node node) {
    return slicesShared.isEmpty()
        ? ofNodes.computeIfAbsent(node.name(), n -> gather(node))
        : gather(node);
  }

  private List<Pool> gather(Node node) {
    Map<PoolId, List<ResourceSlice>> reachable = new TreeMap<>();
    slicesOnNode.getOrDefault(node.name(), List.of()).forEach(s -> add(s, node, reachable));
    slicesShared.forEach(s -> add(s, node, reachable));
    List<Pool> pools = new ArrayList<>(reachable.size());
    List<Pool> withBindingConditions = new ArrayList<>();
    reachable.forEach(
        (id, slices) -> {
          ResourceSlice.Pool latest = slices.get(0).pool();
          if (isObsolete(id, slices, latest)) {
            return;
          }
          Pool pool = pool(id, slices, latest);
          (pool.hasBindingConditions() ? withBindingConditions : pools).add(pool);
        });
    pools.addAll(withBindingConditions);
    return pools;
  }

  private void add(ResourceSlice slice, Node node, Map<PoolId, List<ResourceSlice>> reachable) {
    if (!isReachable(slice, node)) {
      return;
    }
    List<ResourceSlice> known = reachable.computeIfAbsent(PoolId.of(slice), p -> new ArrayList<>());
    long generation = slice.pool().generation();
    if (!known.isEmpty() && generation > known.get(0).pool().generation()) {
      known.clear();
    }
    if (known.isEmpty() || generation == known.get(0).pool().generation()) {
      known.add(slice);
    }
  }

  private boolean isReachable(ResourceSlice slice, Node node) {
    if (!features.partitionableDevices()
        && (slice.perDeviceNodeSelection() || !slice.sharedCounters().isEmpty())) {
      return false;
    }
    if (!slice.sharedCounters().isEmpty()) {
      return true;
    }
    if (slice.nodes().isSet()) {
      return matches(slice.nodes(), node);
    }
    if (slice.perDeviceNodeSelection()) {
      for (Device device : slice.devices()) {
        if (matches(device.nodes(), node)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Only a generation that isn't complete as seen from the node is compared with all slices. */
  private boolean isObsolete(PoolId id, List<ResourceSlice> slices, ResourceSlice.Pool latest) {
    return slices.size() != latest.resourceSliceCount()
        && slicesOfPool.getOrDefault(id, List.of()).stream()
            .anyMatch(s -> s.pool().generation() > latest.generation());
  }

  private Pool pool(PoolId id, List<ResourceSlice> slices, ResourceSlice.Pool latest) {
    if (slices.size() == latest.resourceSliceCount()) {
      return PoolBuilder.build(id, slices, slices, features);
    }
    List<ResourceSlice> all =
        slicesOfPool.getOrDefault(id, List.of()).stream()
            .filter(s -> s.pool().generation() == latest.generation())
            .toList();
    return all.size() == latest.resourceSliceCount()
        ? PoolBuilder.build(id, slices, all, features)
        : Pool.unusable(id, Pool.State.INCOMPLETE);
  }
}
