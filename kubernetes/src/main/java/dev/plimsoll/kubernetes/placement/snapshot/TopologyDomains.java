package dev.plimsoll.kubernetes.placement.snapshot;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The domains of a topology key: the values of that label on the nodes, numbered. Nodes without the
 * label are taken to have the empty value. Immutable.
 */
public final class TopologyDomains {
  private final int[] byNode;
  private final BitSet labelled = new BitSet();
  private final int count;

  TopologyDomains(List<NodeInfo> nodes, String topologyKey) {
    Map<String, Integer> numbers = new HashMap<>();
    byNode = new int[nodes.size()];
    for (NodeInfo node : nodes) {
      Map<String, String> labels = node.node().metadata().labels();
      String value = labels.getOrDefault(topologyKey, "");
      byNode[node.index()] = numbers.computeIfAbsent(value, v -> numbers.size());
      labelled.set(node.index(), labels.containsKey(topologyKey));
    }
    count = numbers.size();
  }

  /** Returns how many there are. */
  public int count() {
    return count;
  }

  /** Returns whether the node has the label. */
  public boolean has(NodeInfo node) {
    return labelled.get(node.index());
  }

  /** Returns the number of the node's domain, from 0. */
  public int of(NodeInfo node) {
    return byNode[node.index()];
  }
}
