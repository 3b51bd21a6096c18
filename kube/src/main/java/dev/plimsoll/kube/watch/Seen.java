package dev.plimsoll.kube.watch;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Gives for a value an equal one that was seen before, if it still knows one. It remembers so many
 * and no more: a newer value takes the place of an older one. For one thread.
 */
final class Seen {
  private static final int PLACES = 1 << 14;

  private record Exactly(Object value, String text) {}

  private final @Nullable Object[] places = new Object[PLACES];

  <T> T share(T value) {
    int place = place(value.hashCode());
    Object known = places[place];
    if (value.equals(known)) {
      @SuppressWarnings("unchecked")
      T same = (T) known;
      return same;
    }
    places[place] = value;
    return value;
  }

  /** Shares only what prints alike too: amounts are equal however they are written. */
  <T> T shareExactly(T value) {
    Exactly exactly = new Exactly(value, value.toString());
    @SuppressWarnings("unchecked")
    T same = (T) share(exactly).value();
    return same;
  }

  /** Shares a map as a whole, else its keys and values. */
  Map<String, String> share(Map<String, String> map) {
    int place = place(map.hashCode());
    Object known = places[place];
    if (Objects.equals(map, known)) {
      @SuppressWarnings("unchecked")
      Map<String, String> same = (Map<String, String>) known;
      return same;
    }
    Map<String, String> shared =
        map.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(e -> share(e.getKey()), e -> share(e.getValue())));
    places[place] = shared;
    return shared;
  }

  private static int place(int hash) {
    int mixed = hash * 0x9E3779B9;
    return mixed >>> (Integer.SIZE - Integer.numberOfTrailingZeros(PLACES));
  }
}
