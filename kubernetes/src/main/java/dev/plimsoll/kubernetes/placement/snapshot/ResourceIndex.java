package dev.plimsoll.kubernetes.placement.snapshot;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives every resource the scheduler counts an index in {@link ResourceVector}s: cpu, memory,
 * ephemeral storage and the scalars (extended, huge pages, attachable volumes, {@code
 * kubernetes.io/…}). Other names don't count. Grows with the names it meets; safe for use by
 * several threads.
 *
 * <p>Source: {@code Resource.Add} in {@code pkg/scheduler/framework/types.go}.
 */
public final class ResourceIndex {
  /** The index of cpu, in milli. */
  public static final int CPU = 0;

  /** The index of memory, in bytes. */
  public static final int MEMORY = 1;

  /** The index of ephemeral storage, in bytes. */
  public static final int EPHEMERAL_STORAGE = 2;

  private static final int NONE = -1;

  private final ConcurrentMap<ResourceName, Integer> scalars = new ConcurrentHashMap<>();
  private final AtomicInteger next = new AtomicInteger(EPHEMERAL_STORAGE + 1);

  ResourceIndex() {}

  /** Returns the index of a resource, negative where the scheduler doesn't count it. */
  public int of(ResourceName name) {
    if (name.equals(ResourceName.CPU)) {
      return CPU;
    }
    if (name.equals(ResourceName.MEMORY)) {
      return MEMORY;
    }
    if (name.equals(ResourceName.EPHEMERAL_STORAGE)) {
      return EPHEMERAL_STORAGE;
    }
    if (!name.isScalar()) {
      return NONE;
    }
    Integer known = scalars.get(name);
    return known != null ? known : scalars.computeIfAbsent(name, n -> next.getAndIncrement());
  }

  /** Returns the amount as the scheduler counts it: milli for cpu, else whole units, rounded up. */
  public static long amount(ResourceName name, Quantity quantity) {
    return name.equals(ResourceName.CPU) ? quantity.milliValue() : quantity.value();
  }

  /** Returns a vector of the least length, because users who create pods may invent names. */
  ResourceVector vector(Resources resources) {
    long[] amounts = new long[EPHEMERAL_STORAGE + 1];
    for (ResourceName name : resources.names()) {
      long amount = amount(name, resources.getOrZero(name));
      int index = amount == 0 ? NONE : of(name);
      if (index != NONE) {
        amounts = index < amounts.length ? amounts : Arrays.copyOf(amounts, index + 1);
        amounts[index] = amount;
      }
    }
    return new ResourceVector(amounts);
  }
}
