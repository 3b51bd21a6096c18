package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.cel.DeviceExpressionCache;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Makes allocators. What was found out for one holds for the next, as long as drivers publish the
 * same devices. Safe for use by several threads.
 */
public final class DeviceAllocators {
  private record Published(
      WeakReference<Cluster> cluster, AllocatorFeatures features, Pools pools) {

    boolean holdsFor(Cluster other, AllocatorFeatures otherFeatures) {
      Cluster known = cluster.get();
      return known != null
          && features.equals(otherFeatures)
          && other.hasSame(ResourceSlice.class, known);
    }
  }

  private final DeviceExpressionCache expressions = new DeviceExpressionCache();
  private final AtomicReference<Published> last = new AtomicReference<>();

  /** Returns the allocator of a cluster's devices. */
  public DeviceAllocator of(Cluster cluster) {
    AllocatorFeatures features = AllocatorFeatures.of(cluster.controlPlane());
    Published published = last.get();
    if (published == null || !published.holdsFor(cluster, features)) {
      published =
          new Published(
              new WeakReference<>(cluster),
              features,
              new Pools(cluster.list(ResourceSlice.class), features));
      last.set(published);
    }
    return new DeviceAllocator(cluster, features, published.pools(), expressions);
  }
}
