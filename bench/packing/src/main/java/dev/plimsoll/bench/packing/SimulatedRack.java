package dev.plimsoll.bench.packing;

import dev.plimsoll.model.topology.DomainRanks;
import java.util.List;

/** The nodes of a rack. */
final class SimulatedRack {
  private final List<SimulatedNode> nodes;
  private final long devices;
  private final int number;
  private final int of;
  private long free;
  private long pods;

  /**
   * Creates a rack of empty nodes.
   *
   * @param number its place in the order of the racks' names
   * @param of how many racks there are
   */
  SimulatedRack(List<SimulatedNode> nodes, int number, int of) {
    this.nodes = List.copyOf(nodes);
    this.number = number;
    this.of = of;
    devices = nodes.stream().mapToLong(n -> n.shape().size()).sum();
    free = devices;
    nodes.forEach(n -> n.putInto(this));
  }

  void change(Task task, int sign) {
    free -= sign * task.request().devices();
    pods += sign;
  }

  long free() {
    return free;
  }

  boolean isWhole() {
    return pods == 0;
  }

  /** The rank as the extender has it. */
  long rank() {
    return Math.max(1, DomainRanks.FIRST - (long) DomainRanks.FIRST * number / of);
  }

  /** The nodes that fit a pod. */
  List<SimulatedNode> fitting(Task task) {
    return nodes.stream().filter(n -> n.fits(task)).toList();
  }
}
