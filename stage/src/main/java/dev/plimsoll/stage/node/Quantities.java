package dev.plimsoll.stage.node;

import java.util.Map;

/** Amounts of memory as manifests have them. */
final class Quantities {
  private static final Map<String, Long> UNITS =
      Map.of("Ki", 1L << 10, "Mi", 1L << 20, "Gi", 1L << 30, "k", 1_000L, "M", 1_000_000L);

  private Quantities() {}

  /** Returns the bytes of a whole number with a unit; 0 for an empty text. */
  static long bytes(String text) {
    if (text.isEmpty()) {
      return 0;
    }
    String number = text.replaceAll("[A-Za-z]+$", "");
    return Long.parseLong(number) * UNITS.getOrDefault(text.substring(number.length()), 1L);
  }
}
