package dev.plimsoll.kube.json;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what was made of a part of a document. An equal part isn't read again, and what is made
 * of it is the same object: most of a cluster's objects differ in little more than their names. It
 * remembers so many and no more: a newer one takes the index of an older one. Several threads may
 * ask: the worst that befalls them is that one is made twice.
 */
final class DecodeCache<T> {
  private static final int SLOTS = 1 << 11;
  private static final int SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(SLOTS);

  private final @Nullable Entry<?>[] slots = new Entry<?>[SLOTS];

  private record Entry<T>(Object part, T made) {}

  /**
   * Returns what was made of an equal part, or else what the supplier makes, if it doesn't throw.
   */
  T get(Object part, Supplier<T> supplier) {
    int index = (part.hashCode() * 0x9E3779B9) >>> SHIFT;
    Entry<?> known = slots[index];
    if (known != null && known.part.equals(part)) {
      @SuppressWarnings("unchecked")
      T made = (T) known.made;
      return made;
    }
    T made = supplier.get();
    slots[index] = new Entry<>(part, made);
    return made;
  }
}
