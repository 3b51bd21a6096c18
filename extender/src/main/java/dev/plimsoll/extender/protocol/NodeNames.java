package dev.plimsoll.extender.protocol;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/**
 * Names of nodes as bytes of a body. A name becomes a text only when somebody asks for it. Looking
 * one up takes no more than its bytes: its hash, and whether it is a certain name.
 */
public final class NodeNames extends AbstractList<String> implements RandomAccess {
  private final byte[] bytes;
  private final ByteRanges ranges;

  NodeNames(byte[] bytes, ByteRanges ranges) {
    this.bytes = bytes;
    this.ranges = ranges;
  }

  @Override
  public String get(int index) {
    return JsonEscapes.text(bytes, ranges.start(index), ranges.end(index));
  }

  @Override
  public int size() {
    return ranges.size();
  }

  /** Returns the {@link ByteHash} of one as it stands there. */
  public int hash(int index) {
    return ByteHash.of(bytes, ranges.start(index) + 1, ranges.end(index) - 1);
  }

  /**
   * Returns whether one stands there as these bytes; with escapes, it may mean them nonetheless.
   */
  public boolean is(int index, byte[] other, int from, int to) {
    return Arrays.equals(bytes, ranges.start(index) + 1, ranges.end(index) - 1, other, from, to);
  }

  /** Returns how many bytes they take as they came. */
  int bytes() {
    return ranges.bytes();
  }

  /** Returns how many bytes they take together with what is between them. */
  int span() {
    return size() == 0 ? 0 : ranges.end(size() - 1) - ranges.start(0);
  }

  /** Returns how many bytes are kept for them. */
  int kept() {
    return bytes.length;
  }

  /** Writes one as it came. */
  void write(JsonOutput json, int index) {
    json.raw(bytes, ranges.start(index), ranges.end(index));
  }

  /** Writes the names that pass as the bytes that came, separated by commas. */
  void write(JsonOutput json, ExtenderFilterResult extenderFilterResult) {
    if (extenderFilterResult.allPass() && size() > 0) {
      json.raw(bytes, ranges.start(0), ranges.end(size() - 1));
      return;
    }
    boolean first = true;
    for (int i = 0; i < size(); i++) {
      if (extenderFilterResult.passes(i)) {
        write(json.raw(first ? "" : ","), i);
        first = false;
      }
    }
  }
}
