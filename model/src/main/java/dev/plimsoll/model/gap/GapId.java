package dev.plimsoll.model.gap;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The identity of a gap: the first 12 hexadecimal digits of a SHA-256. Its input is the gap's kind,
 * its object's kind, namespace and name, and its resource, each followed by a newline. Numbers,
 * messages and UIDs are no part of it, so that a gap keeps its identity while it grows and when its
 * object is created anew.
 */
final class GapId {
  private static final int DIGITS = 12;

  private GapId() {}

  static String of(Gap gap) {
    String text =
        String.join(
            "\n",
            gap.kind().name(),
            gap.object().kind(),
            gap.object().namespace(),
            gap.object().name(),
            gap.resource(),
            "");
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
