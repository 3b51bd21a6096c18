package dev.plimsoll.model.placement.snapshot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The nodes' names by their places, and their places by name. One made from another shares what
 * that had, to which nothing may then be added any more.
 */
final class NodeIndex {
  static final int NONE = -1;

  private final Optional<NodeIndex> base;
  private final List<String> names;
  private final Map<String, Integer> added = new HashMap<>();

  NodeIndex() {
    this.base = Optional.empty();
    this.names = new ArrayList<>();
  }

  NodeIndex(NodeIndex before) {
    this.base = Optional.of(before);
    this.names = new ArrayList<>(before.names);
  }

  void add(String name) {
    added.put(name, names.size());
    names.add(name);
  }

  String name(int place) {
    return names.get(place);
  }

  int count() {
    return names.size();
  }

  /** Returns the place of a node, or {@link #NONE}. */
  int of(String name) {
    Integer place = added.get(name);
    if (place != null) {
      return place;
    }
    return base.isPresent() ? base.get().of(name) : NONE;
  }
}
