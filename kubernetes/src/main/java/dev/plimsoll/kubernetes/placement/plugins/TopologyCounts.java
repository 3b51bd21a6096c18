package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Counts by topology domain: by a node label and its value. Immutable; changes are kept beside the
 * counts, as preemption asks for many small ones.
 */
final class TopologyCounts {
  private final Map<String, Map<String, Integer>> counts;
  private final Map<TopologyPair, Integer> changes;
  private final int domains;

  private TopologyCounts(
      Map<String, Map<String, Integer>> counts, Map<TopologyPair, Integer> changes, int domains) {
    this.counts = counts;
    this.changes = changes;
    this.domains = domains;
  }

  private record TopologyPair(String key, String value) {}

  /** Whether no domain has a count. */
  boolean isEmpty() {
    return domains == 0;
  }

  /** The count at the node's domain, 0 where the node has no such label. */
  int at(NodeInfo node, String key) {
    String value = node.node().metadata().labels().get(key);
    return value == null ? 0 : get(key, value);
  }

  /** Whether any domain of the node has a count above 0. */
  boolean anyAt(NodeInfo node) {
    return keyAt(node).isPresent();
  }

  /** A label whose domain of the node has a count above 0. */
  Optional<String> keyAt(NodeInfo node) {
    for (String key : counts.keySet()) {
      if (at(node, key) > 0) {
        return Optional.of(key);
      }
    }
    for (TopologyPair topologyPair : changes.keySet()) {
      if (at(node, topologyPair.key()) > 0) {
        return Optional.of(topologyPair.key());
      }
    }
    return Optional.empty();
  }

  /** The counts with a change at the node's domain; the same where it has no such label. */
  TopologyCounts changed(NodeInfo node, String key, int by) {
    String value = node.node().metadata().labels().get(key);
    if (value == null) {
      return this;
    }
    int before = get(key, value);
    Map<TopologyPair, Integer> changed = new HashMap<>(changes);
    changed.merge(new TopologyPair(key, value), by, Integer::sum);
    int vanished = before + by == 0 ? 1 : 0;
    int appeared = before == 0 ? 1 : 0;
    return new TopologyCounts(counts, changed, domains + appeared - vanished);
  }

  private int get(String key, String value) {
    int count = counts.getOrDefault(key, Map.of()).getOrDefault(value, 0);
    return changes.isEmpty()
        ? count
        : count + changes.getOrDefault(new TopologyPair(key, value), 0);
  }

  /** Counts up. */
  static final class Builder {
    private final Map<String, Map<String, Integer>> counts = new HashMap<>();
    private int domains;

    void add(NodeInfo node, String key) {
      String value = node.node().metadata().labels().get(key);
      if (value != null
          && counts.computeIfAbsent(key, k -> new HashMap<>()).merge(value, 1, Integer::sum) == 1) {
        domains++;
      }
    }

    TopologyCounts build() {
      return new TopologyCounts(counts, Map.of(), domains);
    }
  }
}
