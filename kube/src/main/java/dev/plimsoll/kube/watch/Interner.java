package dev.plimsoll.kube.watch;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Gives for a value an equal one that was seen before, if it still knows one. It remembers so many
 * and no more: a newer value takes the index of an older one. For one thread.
 */
final class Interner {
  private static final int SLOTS = 1 << 14;

  private record Exactly(Object value, String text) {}

  private final @Nullable Object[] slots = new Object[SLOTS];

  <T> T intern(T value) {
    int index = slot(value.hashCode());
    Object known = slots[index];
    if (value.equals(known)) {
      @SuppressWarnings("unchecked")
      T same = (T) known;
      return same;
    }
    slots[index] = value;
    return value;
  }

  /** Shares only what prints alike too: amounts are equal however they are written. */
  <T> T internExactly(T value) {
    Exactly exactly = new Exactly(value, value.toString());
    @SuppressWarnings("unchecked")
    T same = (T) intern(exactly).value();
    return same;
  }

  /** Shares a map as a whole, else its keys and values. */
  Map<String, String> intern(Map<String, String> map) {
    int index = slot(map.hashCode());
    Object known = slots[index];
    if (Objects.equals(map, known)) {
      @SuppressWarnings("unchecked")
      Map<String, String> same = (Map<String, String>) known;
      return same;
    }
    Map<String, String> shared =
        map.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(e -> intern(e.getKey()), e -> intern(e.getValue())));
    slots[index] = shared;
    return shared;
  }

  private static int slot(int hash) {
    int mixed = hash * 0x9E3779B9;
    return mixed >>> (Integer.SIZE - Integer.numberOfTrailingZeros(SLOTS));
  }
}
