package dev.plimsoll.kubernetes.placement.snapshot;

import java.util.Arrays;

/**
 * Amounts by {@link ResourceIndex}: milli for cpu, else whole units. What lies beyond the end is 0.
 * Immutable.
 */
public final class ResourceVector {
  private final long[] amounts;

  ResourceVector(long[] amounts) {
    this.amounts = amounts;
  }

  /** Returns the amount at an index. */
  public long get(int index) {
    return index < amounts.length ? amounts[index] : 0;
  }

  /** Returns the length: no amount has this index or a higher one. */
  public int length() {
    return amounts.length;
  }

  ResourceVector plus(ResourceVector other) {
    return combined(other, 1);
  }

  ResourceVector minus(ResourceVector other) {
    return combined(other, -1);
  }

  private ResourceVector combined(ResourceVector other, int sign) {
    long[] sum = Arrays.copyOf(amounts, Math.max(amounts.length, other.amounts.length));
    other.addTo(sum, sign);
    return new ResourceVector(sum);
  }

  void addTo(long[] sum, int sign) {
    for (int i = 0; i < amounts.length; i++) {
      sum[i] += sign * amounts[i];
    }
  }
}
