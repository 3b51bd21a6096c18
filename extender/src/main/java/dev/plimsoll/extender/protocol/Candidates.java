package dev.plimsoll.extender.protocol;

/**
 * The nodes that the scheduler asks about, in its order: whole, or by their names only ({@code
 * nodeCacheCapable: true}). They are kept as the bytes that they came in, since most of them go
 * back as they are.
 */
public final class Candidates {
  private final JsonText text = new JsonText(1 << 14);
  private final Ranges names = new Ranges();
  private final Ranges items;

  private Candidates(boolean whole) {
    items = whole ? new Ranges() : names;
  }

  /** Reads the list of names that is next. */
  static Candidates byName(Skimmer json) {
    Candidates read = new Candidates(false);
    json.keep(read.text);
    json.array(() -> read.readName(json));
    json.release();
    return read;
  }

  /** Reads the list of whole nodes that is next; only their names are looked at. */
  static Candidates whole(Skimmer json) {
    Candidates read = new Candidates(true);
    if (!json.isNull()) {
      json.keep(read.text);
      json.array(() -> read.readNode(json));
      json.release();
    }
    return read;
  }

  private void readName(Skimmer json) {
    int start = json.position();
    json.skipString();
    names.add(start, json.position());
  }

  private void readNode(Skimmer json) {
    int start = json.position();
    int before = names.size();
    json.object(
        field -> {
          if (field.equals("metadata")) {
            json.object(inside -> readMetadata(json, inside));
          } else {
            json.skip();
          }
        });
    if (names.size() != before + 1) {
      throw new MalformedCallException("A node in Nodes has no name.");
    }
    items.add(start, json.position());
  }

  private void readMetadata(Skimmer json, String field) {
    if (field.equals("name")) {
      readName(json);
    } else {
      json.skip();
    }
  }

  /** Returns how many there are. */
  public int size() {
    return items.size();
  }

  /** Returns their names, each made when it is asked for. */
  public Names names() {
    return new Names(text, names);
  }

  /** Returns how much of the body was kept of them. */
  int bytes() {
    return text.size();
  }

  /** Whether they came whole. */
  boolean areWhole() {
    return items != names;
  }

  /** Writes one's name as it came. */
  void writeName(JsonText json, int index) {
    json.raw(text, names.start(index), names.end(index));
  }

  /** Writes those that pass as they came, separated by commas. */
  void write(JsonText json, Filtered filtered) {
    if (filtered.allPass() && size() > 0) {
      json.raw(text, items.start(0), items.end(size() - 1));
      return;
    }
    boolean first = true;
    for (int i = 0; i < size(); i++) {
      if (filtered.passes(i)) {
        json.raw(first ? "" : ",").raw(text, items.start(i), items.end(i));
        first = false;
      }
    }
  }
}
