package dev.plimsoll.extender.protocol;

/**
 * The nodes that the scheduler asks about, in its order: whole, or by their names only ({@code
 * nodeCacheCapable: true}). They stay the bytes that they came in, since most of them go back as
 * they are.
 */
public final class Candidates {
  private final byte[] body;
  private final Ranges names = new Ranges();
  private final Ranges items;

  private Candidates(byte[] body, boolean whole) {
    this.body = body;
    items = whole ? new Ranges() : names;
  }

  /** Reads the list of names that is next. */
  static Candidates byName(Skimmer json) {
    Candidates read = new Candidates(json.bytes, false);
    json.array(() -> read.readName(json));
    return read;
  }

  /** Reads the list of whole nodes that is next; only their names are looked at. */
  static Candidates whole(Skimmer json) {
    Candidates read = new Candidates(json.bytes, true);
    if (!json.isNull()) {
      json.array(() -> read.readNode(json));
    }
    return read;
  }

  private void readName(Skimmer json) {
    int start = json.at;
    json.skipString();
    names.add(start, json.at);
  }

  private void readNode(Skimmer json) {
    int start = json.at;
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
    items.add(start, json.at);
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
    return new Names(body, names);
  }

  /** Returns how many bytes of the body they take. */
  int bytes() {
    return size() == 0 ? 0 : items.end(size() - 1) - items.start(0);
  }

  /** Returns how many bytes their names take as they came. */
  int nameBytes() {
    return names.bytes();
  }

  /** Whether they came whole. */
  boolean areWhole() {
    return items != names;
  }

  /** Writes one's name as it came. */
  void writeName(JsonText json, int index) {
    json.raw(body, names.start(index), names.end(index));
  }

  /** Writes those that pass as they came, separated by commas. */
  void write(JsonText json, Filtered filtered) {
    if (filtered.allPass() && size() > 0) {
      json.raw(body, items.start(0), items.end(size() - 1));
      return;
    }
    boolean first = true;
    for (int i = 0; i < size(); i++) {
      if (filtered.passes(i)) {
        json.raw(first ? "" : ",").raw(body, items.start(i), items.end(i));
        first = false;
      }
    }
  }
}
