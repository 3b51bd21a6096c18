package dev.plimsoll.extender.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The bytes of a body and the place that a reader has come to. */
abstract sealed class JsonBytes permits Skimmer {
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHEST = ONES << 7;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';

  final byte[] bytes;
  int at;

  JsonBytes(byte[] bytes, int at) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Reads a stream to its end. */
  static byte[] all(InputStream in) {
    try {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  final MalformedCallException malformed(String wanted) {
    return new MalformedCallException(
        hasByte()
            ? "The body has "
                + (char) bytes[at]
                + " at byte "
                + at
                + ", where "
                + wanted
                + " should be."
            : "The body ends after " + at + " bytes, where " + wanted + " should follow.");
  }

  final void expect(char wanted) {
    if (peek() != wanted) {
      throw malformed(String.valueOf(wanted));
    }
    at++;
  }

  /** Returns the next byte that isn't white space, without taking it; -1 at the end. */
  final int peek() {
    while (hasByte()) {
      byte next = bytes[at];
      if (next != ' ' && next != '\n' && next != '\r' && next != '\t') {
        return next;
      }
      at++;
    }
    return -1;
  }

  /** Returns the place of the next byte that isn't plain text, or the end. */
  final int plain(int from) {
    int i = from;
    while (i + Long.BYTES <= bytes.length) {
      long eight = (long) EIGHT_BYTES.get(bytes, i);
      long ends = zeros(eight ^ QUOTES) | zeros(eight ^ BACKSLASHES);
      if (ends != 0) {
        return i + Long.numberOfTrailingZeros(ends) / Byte.SIZE;
      }
      i += Long.BYTES;
    }
    while (i < bytes.length && bytes[i] != '"' && bytes[i] != '\\') {
      i++;
    }
    return i;
  }

  /**
   * Returns 0 if none of eight bytes is 0, else a number whose lowest 1 is in the first that is.
   */
  private static long zeros(long eight) {
    return (eight - ONES) & ~eight & HIGHEST;
  }

  final int byteOrEnd(String wanted) {
    if (!hasByte()) {
      throw malformed(wanted);
    }
    return bytes[at];
  }

  final boolean hasByte() {
    return at < bytes.length;
  }
}
