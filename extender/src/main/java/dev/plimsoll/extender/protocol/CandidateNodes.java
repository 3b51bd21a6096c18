package dev.plimsoll.extender.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The nodes that the scheduler asks about, in its order: whole, or by their names only ({@code
 * nodeCacheCapable: true}). What goes back stays the bytes that it came in.
 */
public final class CandidateNodes {
  /** Forty times as many as Kubernetes is made for. */
  private static final int MOST = 200_000;

  private final NodeNames nodeNames;
  private final List<byte[]> nodes;
  private final boolean whole;

  private CandidateNodes(NodeNames nodeNames, List<byte[]> nodes, boolean whole) {
    this.nodeNames = nodeNames;
    this.nodes = nodes;
    this.whole = whole;
  }

  /** Reads the list of names that is next. They stay where they are, and so does what follows. */
  static CandidateNodes byName(JsonScanner json) {
    ByteRanges ranges = new ByteRanges();
    json.keep();
    json.array(
        () -> {
          int start = json.at;
          json.skipString();
          ranges.add(start, json.at);
          requireFew(ranges);
        });
    return new CandidateNodes(new NodeNames(json.bytes, ranges), List.of(), false);
  }

  private static void requireFew(ByteRanges names) {
    if (names.size() > MOST) {
      throw new MalformedCallException("more than " + MOST + " nodes");
    }
  }

  /** Reads the list of whole nodes that is next; only their names are looked at. */
  static CandidateNodes whole(JsonScanner json, boolean goBack) {
    Reading read = new Reading(json, goBack);
    return new CandidateNodes(new NodeNames(read.text.toBytes(), read.names), read.nodes, true);
  }

  /** Returns how many there are. */
  public int size() {
    return nodeNames.size();
  }

  /** Returns their names, each made when it is asked for. */
  public NodeNames names() {
    return nodeNames;
  }

  /**
   * Returns a node as the call contains it, if the call has whole nodes and the answer needs them.
   */
  byte[] node(int index) {
    return nodes.get(index);
  }

  /** Whether they came whole. */
  boolean areWhole() {
    return whole;
  }

  /** Returns how many bytes are kept of them. */
  long bytes() {
    return nodeNames.kept() + nodes.stream().mapToLong(n -> n.length).sum();
  }

  private static final class Reading {
    private final JsonScanner json;
    private final JsonOutput text = new JsonOutput(1 << 14);
    private final ByteRanges names = new ByteRanges();
    private final List<byte[]> nodes = new ArrayList<>();

    Reading(JsonScanner json, boolean goBack) {
      this.json = json;
      if (!json.isNull()) {
        json.array(goBack ? this::keepNode : this::readNode);
      }
    }

    private void keepNode() {
      json.keep();
      int start = json.at;
      readNode();
      nodes.add(Arrays.copyOfRange(json.bytes, start, json.at));
      json.release();
    }

    private void readNode() {
      int before = names.size();
      json.object(
          field -> {
            if (field.equals("metadata")) {
              json.object(this::readMetadata);
            } else {
              json.skip();
            }
          });
      requireFew(names);
      if (names.size() != before + 1) {
        throw new MalformedCallException("a node in Nodes has no name");
      }
    }

    private void readMetadata(String field) {
      if (field.equals("name")) {
        json.keep();
        int start = json.at;
        json.skipString();
        int before = text.size();
        names.add(before, text.raw(json.bytes, start, json.at).size());
        json.release();
      } else {
        json.skip();
      }
    }
  }
}
