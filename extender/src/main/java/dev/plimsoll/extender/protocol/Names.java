package dev.plimsoll.extender.protocol;

import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * Names of nodes as they stand in a body, from which each is made a text only when it is asked for.
 * Looking one up takes no more than its bytes: its hash, and whether it is a certain name.
 */
public final class Names extends AbstractList<String> implements RandomAccess {
  private final JsonText text;
  private final Ranges places;

  Names(JsonText text, Ranges places) {
    this.text = text;
    this.places = places;
  }

  @Override
  public String get(int index) {
    return text.string(places.start(index), places.end(index));
  }

  @Override
  public int size() {
    return places.size();
  }

  /** Returns the {@link ByteHash} of one as it stands there. */
  public int hash(int index) {
    return text.hash(places.start(index) + 1, places.end(index) - 1);
  }

  /**
   * Returns whether one stands there as these bytes; with escapes, it may mean them nonetheless.
   */
  public boolean is(int index, byte[] bytes, int from, int to) {
    return text.is(places.start(index) + 1, places.end(index) - 1, bytes, from, to);
  }
}
