package dev.plimsoll.bench.packing;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** All nodes of a cluster, and what of them is whole. */
final class SimulatedNodes {
  private final PackedCluster cluster;
  private final List<SimulatedNode> nodes;

  SimulatedNodes(PackedCluster cluster) {
    this.cluster = cluster;
    nodes =
        IntStream.range(0, cluster.nodes().size())
            .mapToObj(i -> new SimulatedNode(cluster.nodes().get(i), i))
            .toList();
  }

  List<SimulatedNode> all() {
    return nodes;
  }

  SimulatedNode get(int index) {
    return nodes.get(index);
  }

  /** Counts the largest nodes that are whole. */
  WholeNodesLeft wholeNodes() {
    long largest = cluster.largest();
    long whole = 0;
    long count = 0;
    NodeShape shape = cluster.nodes().get(0);
    for (SimulatedNode node : nodes) {
      if (node.shape().size() == largest) {
        count++;
        whole += node.isWhole() ? 1 : 0;
        shape = node.shape();
      }
    }
    return new WholeNodesLeft(whole, Math.min(count, possible(shape)));
  }

  /** How many nodes like the first all that is free would make. */
  long possible() {
    return possible(cluster.nodes().get(0));
  }

  private long possible(NodeShape shape) {
    long possible = free(SimulatedNode::freeMilliCpu) / shape.milliCpu();
    possible = Math.min(possible, free(SimulatedNode::freeMemory) / shape.memory());
    for (int i = 0; i < cluster.kinds(); i++) {
      int kind = i;
      long size = shape.devices().get(kind);
      if (size > 0) {
        possible = Math.min(possible, free(node -> node.free(kind)) / size);
      }
    }
    return possible;
  }

  private long free(ToLongFunction<SimulatedNode> of) {
    return nodes.stream().mapToLong(of).sum();
  }

  /**
   * The largest nodes of a cluster.
   *
   * @param free those that no pod is on
   * @param possible those that all that is free in the cluster would make, were it gathered
   */
  record WholeNodesLeft(double free, double possible) {}
}
