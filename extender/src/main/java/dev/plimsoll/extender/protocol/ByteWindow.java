package dev.plimsoll.extender.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The bytes of a body as they come in, of which only a window is in memory. What is wanted as it
 * stands is kept when the window moves on.
 */
abstract sealed class ByteWindow permits Skimmer {
  private static final int WINDOW = 1 << 16;
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHEST = ONES << 7;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';

  private final InputStream in;
  final byte[] window = new byte[WINDOW];
  int at;
  int end;
  private long before;
  private JsonText kept = new JsonText(0);
  private int keptFrom = -1;

  ByteWindow(InputStream in) {
    this.in = in;
  }

  /** Keeps all that is stepped over from here on. */
  final void keep(JsonText into) {
    kept = into;
    keptFrom = at;
  }

  /** Returns where the next byte stands among what is kept. */
  final int position() {
    return kept.size() + at - keptFrom;
  }

  /** Ends keeping. */
  final void release() {
    kept.raw(window, keptFrom, at);
    keptFrom = -1;
  }

  final MalformedCallException malformed(String wanted) {
    long where = before + at;
    return new MalformedCallException(
        hasByte()
            ? "The body has "
                + (char) window[at]
                + " at byte "
                + where
                + ", where "
                + wanted
                + " should be."
            : "The body ends after " + where + " bytes, where " + wanted + " should follow.");
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
      byte next = window[at];
      if (next != ' ' && next != '\n' && next != '\r' && next != '\t') {
        return next;
      }
      at++;
    }
    return -1;
  }

  /** Returns the place in the window of the next byte that isn't plain text, or its end. */
  final int plain(int from) {
    int i = from;
    while (i + Long.BYTES <= end && isPlain((long) EIGHT_BYTES.get(window, i))) {
      i += Long.BYTES;
    }
    while (i < end && window[i] != '"' && window[i] != '\\') {
      i++;
    }
    return i;
  }

  /** Returns whether none of eight bytes ends plain text; all are looked at together. */
  private static boolean isPlain(long eight) {
    return (zeros(eight ^ QUOTES) | zeros(eight ^ BACKSLASHES)) == 0;
  }

  /** Returns something else than 0 exactly where one of eight bytes is 0. */
  private static long zeros(long eight) {
    return (eight - ONES) & ~eight & HIGHEST;
  }

  final int byteOrEnd(String wanted) {
    if (!hasByte()) {
      throw malformed(wanted);
    }
    return window[at];
  }

  final boolean hasByte() {
    if (at < end) {
      return true;
    }
    if (keptFrom >= 0) {
      kept.raw(window, keptFrom, end);
      keptFrom = 0;
    }
    before += end;
    at = 0;
    end = 0;
    try {
      end = Math.max(0, in.read(window));
      return end > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
