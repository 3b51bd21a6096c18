package dev.plimsoll.kube.json;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shares one value among equal parts of documents. Most objects of a cluster differ in little more
 * than their names, so this saves most time and memory for a large snapshot. Keys are the parts as
 * written, so amounts keep their spelling although 1k equals 1000.
 *
 * <p>It keeps a bounded number of values: a newer value replaces the older one in its slot. It
 * keeps small parts only, since an oversized part is rarely shared. Threads share it without a
 * lock, since entries never change: at worst, a value is created twice.
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

  /** Returns the cached value of an equal key, else the supplier's value. */
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

  /** Returns a string of these characters; a short cached string isn't built again. */
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
