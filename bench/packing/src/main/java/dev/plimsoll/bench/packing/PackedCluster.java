package dev.plimsoll.bench.packing;

import java.util.List;

/**
 * A cluster and what is asked of it.
 *
 * @param name as it is printed
 * @param nodes the nodes, empty; all have the same kinds of devices
 * @param tasks what pods ask for, as often as they come
 * @param sampled whether the scheduler looks at a sample of the nodes, as it does by default, or at
 *     all of them, as Plimsoll's manifests have it
 */
record PackedCluster(String name, List<NodeShape> nodes, List<Task> tasks, boolean sampled) {

  PackedCluster {
    nodes = List.copyOf(nodes);
    tasks = List.copyOf(tasks);
  }

  PackedCluster(String name, List<NodeShape> nodes, List<Task> tasks) {
    this(name, nodes, tasks, false);
  }

  PackedCluster sampled(String newName) {
    return new PackedCluster(newName, nodes, tasks, true);
  }

  int kinds() {
    return nodes.get(0).devices().size();
  }

  /** How many devices of a kind all nodes have. */
  long devices(int kind) {
    return nodes.stream().mapToLong(node -> node.devices().get(kind)).sum();
  }

  long milliCpu() {
    return nodes.stream().mapToLong(NodeShape::milliCpu).sum();
  }

  long memory() {
    return nodes.stream().mapToLong(NodeShape::memory).sum();
  }

  /** The devices of the largest nodes, which are those worth keeping whole. */
  long largest() {
    return nodes.stream().mapToLong(NodeShape::size).max().orElse(0);
  }

  /** About how many tasks fill the cluster. */
  int capacity() {
    double cpu = 0;
    double memory = 0;
    double[] devices = new double[kinds()];
    for (Task task : tasks) {
      PodRequest request = task.request();
      cpu += request.milliCpu();
      memory += request.memory();
      devices[task.device()] += request.devices();
    }
    double rounds = Math.min(milliCpu() / cpu, memory() / memory);
    for (int kind = 0; kind < devices.length; kind++) {
      rounds = devices[kind] == 0 ? rounds : Math.min(rounds, devices(kind) / devices[kind]);
    }
    return (int) Math.ceil(rounds * tasks.size());
  }
}
