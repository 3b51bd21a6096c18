package dev.plimsoll.extender.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bytes of a body as they come in. What has been stepped over is dropped when more is read,
 * unless it is kept; so the array is never much longer than the longest piece that is kept, and
 * that is bounded however long the body is.
 */
abstract sealed class JsonInput permits JsonScanner {
  private static final int AT_FIRST = 1 << 18;
  private static final int LONGEST = 1 << 23;
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHEST = ONES << 7;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';

  private final InputStream in;
  byte[] bytes = new byte[AT_FIRST];
  int at;
  private int end;
  private long dropped;
  private int keeping;
  private boolean mayLose;
  private boolean hasLost;

  JsonInput(InputStream in) {
    this.in = in;
  }

  /**
   * Keeps all following bytes in the array until a release for each call. A kept byte stays at its
   * place, though perhaps in a longer array.
   */
  final void keep() {
    if (keeping++ == 0 && at >= bytes.length / 2) {
      System.arraycopy(bytes, at, bytes, 0, end - at);
      dropped += at;
      end -= at;
      at = 0;
    }
  }

  final void release() {
    keeping--;
  }

  /** Lets what is kept from now on be dropped if it becomes too long. */
  final void mayLose() {
    mayLose = true;
    hasLost = false;
  }

  /** Returns whether something was dropped since that was allowed, which it is no longer. */
  final boolean hasLost() {
    mayLose = false;
    return hasLost;
  }

  final MalformedCallException malformed(String wanted) {
    String got = hasByte() ? String.valueOf((char) bytes[at]) : "the end of the body";
    return new MalformedCallException(
        "expected " + wanted + " at byte " + (dropped + at) + ", got " + got);
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

  /** Returns the place of the next byte that isn't plain text, or the end of what is there. */
  final int plain(int from) {
    byte[] there = bytes;
    int i = from;
    while (i + Long.BYTES <= end) {
      long eight = (long) EIGHT_BYTES.get(there, i);
      long ends = zeros(eight ^ QUOTES) | zeros(eight ^ BACKSLASHES);
      if (ends != 0) {
        return i + Long.numberOfTrailingZeros(ends) / Byte.SIZE;
      }
      i += Long.BYTES;
    }
    while (i < end && there[i] != '"' && there[i] != '\\') {
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
    return at < end || more();
  }

  private void lose() {
    if (!mayLose) {
      throw new MalformedCallException("a part of the call exceeds " + LONGEST + " bytes");
    }
    hasLost = true;
    dropped += end;
    at = 0;
    end = 0;
  }

  private boolean more() {
    if (keeping == 0) {
      dropped += end;
      at = 0;
      end = 0;
    } else if (end == LONGEST) {
      lose();
    } else if (end == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    try {
      end += Math.max(0, in.read(bytes, end, bytes.length - end));
      return at < end;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
