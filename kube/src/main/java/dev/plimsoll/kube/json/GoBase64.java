package dev.plimsoll.kube.json;

import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/** Finds the error of Base64 text as Go's decoder does. Source: {@code encoding/base64}. */
final class GoBase64 {
  private static final int QUANTUM = 4;

  private GoBase64() {}

  /** Returns the offset that the decoder's error names; empty if the text is correct. */
  static OptionalInt corruptByte(String text) {
    byte[] source = text.getBytes(StandardCharsets.UTF_8);
    int digits = 0;
    for (int i = 0; i < source.length; i++) {
      if (source[i] == '=') {
        return ofPadding(source, i, digits);
      }
      if (isDigit(source[i])) {
        digits = (digits + 1) % QUANTUM;
      } else if (!isLineEnd(source[i])) {
        return OptionalInt.of(i);
      }
    }
    return digits == 0 ? OptionalInt.empty() : OptionalInt.of(source.length - digits);
  }

  /** Two digits take two signs of padding, three take one, and nothing follows. */
  private static OptionalInt ofPadding(byte[] source, int first, int digits) {
    if (digits < 2) {
      return OptionalInt.of(first);
    }
    int next = afterLineEnds(source, first + 1);
    if (digits == 2) {
      if (next == source.length) {
        return OptionalInt.of(next);
      }
      if (source[next] != '=') {
        return OptionalInt.of(next - 1);
      }
      next = afterLineEnds(source, next + 1);
    }
    return next < source.length ? OptionalInt.of(next) : OptionalInt.empty();
  }

  private static int afterLineEnds(byte[] source, int start) {
    int next = start;
    while (next < source.length && isLineEnd(source[next])) {
      next++;
    }
    return next;
  }

  private static boolean isLineEnd(byte c) {
    return c == '\n' || c == '\r';
  }

  private static boolean isDigit(byte c) {
    return (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || (c >= '0' && c <= '9')
        || c == '+'
        || c == '/';
  }
}
