package dev.plimsoll.kube.file;

import dev.plimsoll.kube.json.MalformedJsonException;
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
final class ListSplitter {
  /** How many bytes are read at a time at most, and so how many are pushed back at the end. */
  static final int BLOCK = 1 << 16;

  /** How many bytes an item may have: etcd takes 1.5 MiB, but lists may be in lists. */
  private static final int LONGEST = 1 << 26;

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

  /**
   * Cuts what follows the opening bracket of a list.
   *
   * @param in where to read, and where what follows the list is pushed back, as the rest of a
   *     document {@code {"items":[]…}}
   * @param size how many bytes a piece has about, if no item is longer
   */
  ListSplitter(PushbackInputStream in, int size) {
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
    if (end > LONGEST) {
      throw new IOException(
          "an item of a list has more than "
              + (LONGEST >> 20)
              + " MiB; give what it holds in a file of its own");
    }
    if (bytes.length - end < BLOCK) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    int count = in.read(bytes, end, Math.min(size, BLOCK - TAIL));
    if (count < 0) {
      throw new EOFException("End of input in a list");
    }
    end += count;
  }

  /** Goes to the end of what was read, or behind a byte that is yet to come and is escaped. */
  private void scan() {
    byte[] text = bytes;
    int to = end;
    int at = scanned;
    int level = depth;
    boolean quoted = inString;
    while (at < to && !isClosed) {
      byte next = text[at++];
      if (quoted) {
        if (next == '"') {
          quoted = false;
        } else if (next == '\\') {
          at++;
        }
      } else if (next == '"') {
        quoted = true;
      } else if (next == '{' || next == '[') {
        level++;
      } else if (next == '}') {
        level--;
      } else if (next == ']') {
        isClosed = level-- == 0;
      } else if (next == ',' && level == 0) {
        comma = at - 1;
      }
    }
    scanned = at;
    depth = level;
    inString = quoted;
  }

  private InputStream cut() throws IOException {
    byte[] next = Arrays.copyOf(HEAD, bytes.length);
    int left = end - comma - 1;
    System.arraycopy(bytes, comma + 1, next, HEAD.length, left);
    InputStream piece = chunk(comma);
    bytes = next;
    end = HEAD.length + left;
    scanned = HEAD.length + scanned - comma - 1;
    comma = 0;
    isFirst = false;
    return piece;
  }

  private Optional<InputStream> last() throws IOException {
    isOver = true;
    in.unread(bytes, scanned, end - scanned);
    in.unread(EMPTY);
    int close = scanned - 1;
    return isFirst && isBlank(close) ? Optional.empty() : Optional.of(chunk(close));
  }

  private InputStream chunk(int to) throws IOException {
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
