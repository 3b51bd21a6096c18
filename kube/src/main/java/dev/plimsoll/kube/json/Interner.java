package dev.plimsoll.kube.json;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives one value for equal parts of documents, as most objects of a cluster differ in little more
 * than their names: this takes most of the time and the memory out of a large snapshot. Keys are
 * the parts as they are written, so amounts keep their spelling although 1k equals 1000.
 *
 * <p>It remembers a bounded number: a newer value takes the slot of an older one; and only small
 * parts, since nobody else's object is like one that somebody made large on purpose. Threads share
 * it without a lock, since entries never change: at worst a value is made twice.
 */
final class Interner<T> {
  private static final int LONGEST_STRING = 32;

  /** In about as many characters as the part has in JSON; containers seldom have a quarter. */
  private static final int LARGEST_KEY = 1 << 12;

  private final @Nullable Entry<T>[] slots;
  private final int shift;

  private record Entry<T>(Object key, T value) {}

  /** Makes an empty one; the number of slots is a power of two. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  Interner(int slots) {
    this.slots = new Entry[slots];
    this.shift = Integer.numberOfLeadingZeros(slots) + 1;
  }

  /** Returns what was made of an equal key, else what the supplier makes. */
  T intern(Object key, Supplier<T> supplier) {
    if (JsonTree.weigh(key, LARGEST_KEY) > LARGEST_KEY) {
      return supplier.get();
    }
    int slot = slot(key.hashCode());
    Entry<T> known = slots[slot];
    if (known != null && known.key.equals(key)) {
      return known.value;
    }
    T value = supplier.get();
    slots[slot] = new Entry<>(key, value);
    return value;
  }

  /** Returns a string of these characters; a short one that is remembered isn't built again. */
  static String string(Interner<String> strings, char[] chars, int start, int length) {
    if (length > LONGEST_STRING) {
      return new String(chars, start, length);
    }
    int hash = length;
    for (int i = start; i < start + length; i++) {
      hash = 31 * hash + chars[i];
    }
    int slot = strings.slot(hash);
    Entry<String> known = strings.slots[slot];
    if (known != null
        && known.key instanceof char[] key
        && Arrays.equals(key, 0, key.length, chars, start, start + length)) {
      return known.value;
    }
    char[] key = Arrays.copyOfRange(chars, start, start + length);
    String value = new String(key);
    strings.slots[slot] = new Entry<>(key, value);
    return value;
  }

  private int slot(int hash) {
    return (hash * 0x9E3779B9) >>> shift;
  }
}
