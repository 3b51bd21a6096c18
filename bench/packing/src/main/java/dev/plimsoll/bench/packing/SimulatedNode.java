package dev.plimsoll.bench.packing;

import dev.plimsoll.extender.scoring.NodeHeadroom;
import java.util.Optional;

/** A node that pods come to and go from. */
final class SimulatedNode {
  private static final long FULL = 1000;

  private final NodeShape shape;
  private final long order;
  private final long[] freeDevices;
  private long freeMilliCpu;
  private long freeMemory;
  private int pods;
  private Optional<SimulatedRack> rack = Optional.empty();

  /**
   * Makes an empty node.
   *
   * @param order what stands for its name
   */
  SimulatedNode(NodeShape shape, long order) {
    this.shape = shape;
    this.order = order;
    freeDevices = shape.devices().stream().mapToLong(Long::longValue).toArray();
    freeMilliCpu = shape.milliCpu();
    freeMemory = shape.memory();
  }

  void putInto(SimulatedRack its) {
    rack = Optional.of(its);
  }

  NodeShape shape() {
    return shape;
  }

  boolean fits(Task task) {
    PodRequest request = task.request();
    return request.milliCpu() <= freeMilliCpu
        && request.memory() <= freeMemory
        && request.devices() <= freeDevices[task.device()];
  }

  void add(Task task) {
    change(task, 1);
  }

  void remove(Task task) {
    change(task, -1);
  }

  private void change(Task task, int sign) {
    freeDevices[task.device()] -= sign * task.request().devices();
    freeMilliCpu -= sign * task.request().milliCpu();
    freeMemory -= sign * task.request().memory();
    pods += sign;
    rack.ifPresent(r -> r.change(task, sign));
  }

  long free(int kind) {
    return freeDevices[kind];
  }

  long freeMilliCpu() {
    return freeMilliCpu;
  }

  long freeMemory() {
    return freeMemory;
  }

  /** The node as the extender sees it, counted in a kind of device. */
  NodeHeadroom headroom(int kind, boolean withDomain) {
    long cpu = FULL * (shape.milliCpu() - freeMilliCpu) / shape.milliCpu();
    long memory = FULL * (shape.memory() - freeMemory) / shape.memory();
    return new NodeHeadroom(
        shape.devices().get(kind),
        freeDevices[kind],
        pods,
        Math.max(cpu, memory),
        order,
        withDomain ? rank() : 0);
  }

  private long rank() {
    return rack.map(SimulatedRack::rank).orElse(0L);
  }

  /** Whether nothing of it is taken. */
  boolean isWhole() {
    return pods == 0;
  }
}
