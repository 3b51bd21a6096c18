package dev.plimsoll.bench.packing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Clusters of equal 8-GPU nodes whose tasks are drawn: some dozens of kinds, few of them common,
 * and nodes with about as many CPUs as their tasks ask for. The same are drawn every time.
 */
final class DrawnClusters {
  private static final long GIB = 1L << 30;
  private static final long DEVICES = 8;
  private static final List<Integer> NODES = List.of(25, 60, 150, 150, 300, 60, 150, 25);

  /** A node's CPUs, where 1 is as many as 8 devices' tasks ask for. */
  private static final List<Double> CPUS = List.of(1.0, 1.05, 0.95, 1.3, 0.85, 1.1, 1.0, 0.9);

  private static final double MEMORY = 1.2;

  /** How common a kind that takes a whole node is beside the commonest kind. */
  private static final List<Double> LARGE = List.of(0.01, 0.02, 0.05, 0.12);

  private static final long FIRST_SEED = 77;

  private DrawnClusters() {}

  static List<PackedCluster> all() {
    List<PackedCluster> clusters = new ArrayList<>();
    for (int i = 0; i < NODES.size(); i++) {
      Random random = new Random(FIRST_SEED + i);
      List<Task> tasks = tasks(random, LARGE.get(i % LARGE.size()));
      NodeShape node = node(tasks, CPUS.get(i));
      clusters.add(
          new PackedCluster(
              NODES.get(i) + ", drawn " + (i + 1),
              Collections.nCopies(NODES.get(i), node),
              tasks.stream().filter(task -> new SimulatedNode(node, 0).fits(task)).toList()));
    }
    return clusters;
  }

  private static NodeShape node(List<Task> tasks, double cpus) {
    double devices = tasks.stream().mapToLong(task -> task.request().devices()).sum();
    double milliCpu = tasks.stream().mapToLong(task -> task.request().milliCpu()).sum();
    double memory = tasks.stream().mapToLong(task -> task.request().memory()).sum();
    return new NodeShape(
        Math.max(88_000, 8000 * (long) (DEVICES * milliCpu / devices * cpus / 8000)),
        Math.max(384 * GIB, 64 * GIB * (long) (DEVICES * memory / devices * MEMORY / GIB / 64)),
        List.of(DEVICES));
  }

  private static List<Task> tasks(Random random, double large) {
    List<Task> tasks = new ArrayList<>();
    int kinds = 15 + random.nextInt(60);
    for (int kind = 0; kind < kinds; kind++) {
      long devices = devices(kind, random.nextDouble());
      double cpus = 1 + 8 * Math.exp(0.7 * random.nextGaussian());
      double gib = 2 + 26 * Math.exp(0.7 * random.nextGaussian());
      if (devices == DEVICES) {
        cpus = Math.min(cpus, 10.5);
        gib = Math.min(gib, 40);
      }
      long parts = Math.max(1, devices);
      PodRequest request =
          new PodRequest(devices, (long) (1000 * cpus * parts), (long) (GIB * gib * parts));
      tasks.addAll(Collections.nCopies(count(kind, devices, large), new Task(0, request)));
    }
    return tasks;
  }

  /** The commonest kind takes one device, and one kind at least takes a whole node. */
  private static long devices(int kind, double drawn) {
    if (kind == 0 || (kind != 4 && drawn >= 0.13 && drawn < 0.8)) {
      return 1;
    }
    if (kind == 4 || drawn >= 0.94) {
      return DEVICES;
    }
    if (drawn < 0.13) {
      return 0;
    }
    return drawn < 0.87 ? 2 : 4;
  }

  private static int count(int kind, long devices, double large) {
    int count = 1 + (int) (200 / (1.0 + kind));
    if (devices == DEVICES) {
      count = (int) (large * 200);
    } else if (devices > 1) {
      count = Math.min(count, (int) (large * 300));
    }
    return Math.max(1, count);
  }
}
