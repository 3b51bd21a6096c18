package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.object.ResourceSlice;
import java.util.Comparator;

/**
 * The identity of a pool.
 *
 * @param driver its driver
 * @param pool its name
 */
record PoolId(String driver, String pool) implements Comparable<PoolId> {
  private static final Comparator<PoolId> ORDER =
      Comparator.comparing(PoolId::driver).thenComparing(PoolId::pool);

  static PoolId of(ResourceSlice slice) {
    return new PoolId(slice.driver(), slice.pool().name());
  }

  @Override
  public int compareTo(PoolId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return driver + "/" + pool;
  }
}
