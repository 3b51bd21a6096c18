package dev.plimsoll.kube.file;

import com.google.gson.stream.MalformedJsonException;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Cuts the items of a list into pieces, each a document {@code {"items":[…]}} with some of them.
 * The commas between items are found by counting brackets outside of strings. Whether a piece is
 * correct JSON is for its reader to say; if all are, and what follows the list too, then so is the
 * whole.
 */
final class ItemPieces {
  /** How many bytes are read at a time at most, and so how many are pushed back at the end. */
  static final int BLOCK = 1 << 16;

  private static final byte[] HEAD = "{\"items\":[".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] EMPTY = "{\"items\":[]".getBytes(StandardCharsets.US_ASCII);
  private static final int TAIL = 2;

  private final PushbackInputStream in;
  private final int size;
  private byte[] bytes;
  private int scanned = HEAD.length;
  private int end = HEAD.length;
  private int comma;
  private boolean isFirst = true;
  private boolean isClosed;
  private boolean isOver;

  private int depth;
  private boolean inString;
  private boolean escaped;

  /**
   * Cuts what follows the opening bracket of a list.
   *
   * @param in where to read, and where what follows the list is pushed back, as the rest of a
   *     document {@code {"items":[]…}}
   * @param size how many bytes a piece has about, if no item is longer
   */
  ItemPieces(PushbackInputStream in, int size) {
    this.in = in;
    this.size = size;
    this.bytes = Arrays.copyOf(HEAD, size + BLOCK);
  }

  /** Returns the next piece; none after the list's end. */
  Optional<InputStream> next() throws IOException {
    if (isOver) {
      return Optional.empty();
    }
    while (!isClosed && (comma == 0 || end < size)) {
      read();
      scan();
    }
    return isClosed ? last() : Optional.of(cut());
  }

  private void read() throws IOException {
    if (bytes.length - end < BLOCK) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    int count = in.read(bytes, end, Math.min(size, BLOCK - TAIL));
    if (count < 0) {
      throw new EOFException("End of input in a list");
    }
    end += count;
  }

  private void scan() {
    int at = scanned;
    while (at < end && !isClosed) {
      at = inString ? afterString(at) : afterBytes(at);
    }
    scanned = at;
  }

  /** Passes over what stands outside of strings. */
  private int afterBytes(int from) {
    byte[] text = bytes;
    int to = end;
    for (int at = from; at < to; at++) {
      switch (text[at]) {
        case '"' -> {
          inString = true;
          return at + 1;
        }
        case '{', '[' -> depth++;
        case '}' -> depth--;
        case ']' -> {
          if (depth-- == 0) {
            isClosed = true;
            return at + 1;
          }
        }
        case ',' -> comma = depth == 0 ? at : comma;
        default -> {}
      }
    }
    return to;
  }

  private int afterString(int from) {
    byte[] text = bytes;
    int to = end;
    int at = from;
    if (escaped) {
      escaped = false;
      at++;
    }
    while (at < to && text[at] != '"') {
      at += text[at] == '\\' ? 2 : 1;
    }
    if (at < to) {
      inString = false;
      return at + 1;
    }
    escaped = at > to;
    return to;
  }

  private InputStream cut() throws IOException {
    byte[] next = Arrays.copyOf(HEAD, bytes.length);
    int left = end - comma - 1;
    System.arraycopy(bytes, comma + 1, next, HEAD.length, left);
    InputStream piece = piece(comma);
    bytes = next;
    end = HEAD.length + left;
    scanned = end;
    comma = 0;
    isFirst = false;
    return piece;
  }

  private Optional<InputStream> last() throws IOException {
    isOver = true;
    in.unread(bytes, scanned, end - scanned);
    in.unread(EMPTY);
    int close = scanned - 1;
    return isFirst && isBlank(close) ? Optional.empty() : Optional.of(piece(close));
  }

  private InputStream piece(int to) throws IOException {
    if (isBlank(to)) {
      throw new MalformedJsonException("Expected a value");
    }
    bytes[to] = ']';
    bytes[to + 1] = '}';
    return new ByteArrayInputStream(bytes, 0, to + 2);
  }

  private boolean isBlank(int to) {
    for (int i = HEAD.length; i < to; i++) {
      if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\n' && bytes[i] != '\r') {
        return false;
      }
    }
    return true;
  }
}
