package dev.plimsoll.kubernetes.placement.snapshot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The nodes' names by index, and their indexes by name. One made from another shares what that had,
 * to which nothing may then be added any more.
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

  String name(int index) {
    return names.get(index);
  }

  int count() {
    return names.size();
  }

  /** Returns the index of a node, or {@link #NONE}. */
  int of(String name) {
    Integer index = added.get(name);
    if (index != null) {
      return index;
    }
    return base.isPresent() ? base.get().of(name) : NONE;
  }
}
