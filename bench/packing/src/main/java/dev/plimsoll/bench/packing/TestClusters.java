package dev.plimsoll.bench.packing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The clusters that policies are compared on. Constants are chosen on those of {@link #tuning}
 * alone; those of {@link #reported} have other nodes and other tasks.
 */
final class TestClusters {
  private static final long GIB = 1L << 30;

  /** The commonest node of Alibaba's cluster. */
  private static final NodeShape EIGHT = new NodeShape(96_000, 384 * GIB, List.of(8L));

  private static final NodeShape FOUR = new NodeShape(48_000, 192 * GIB, List.of(4L));

  private TestClusters() {}

  static List<PackedCluster> reported(Path folder) throws IOException {
    List<NodeShape> nodes = WorkloadTrace.nodes(folder.resolve("openb-nodes.csv.gz"));
    List<Task> tasks = WorkloadTrace.tasks(folder.resolve("openb-pods-default.csv.gz"));
    List<Task> large = WorkloadTrace.tasks(folder.resolve("openb-pods-multigpu20.csv.gz"));
    return List.of(
        new PackedCluster("20 × 8 GPUs, default", equal(20, EIGHT), tasks),
        new PackedCluster("20 × 8 GPUs, multigpu20", equal(20, EIGHT), large),
        new PackedCluster("150 × 8 GPUs, default", equal(150, EIGHT), tasks),
        new PackedCluster("150 × 8 GPUs, multigpu20", equal(150, EIGHT), large),
        new PackedCluster("1,000 × 8 GPUs, default", equal(1000, EIGHT), tasks),
        new PackedCluster("1,000 × 8 GPUs, multigpu20", equal(1000, EIGHT), large)
            .sampled("1,000 × 8 GPUs, multigpu20, nodes sampled"),
        new PackedCluster(
            "75 × 8 and 75 × 4 GPUs, multigpu20", both(equal(75, EIGHT), equal(75, FOUR)), large),
        new PackedCluster("Alibaba, default", nodes, tasks),
        new PackedCluster("Alibaba, multigpu20", nodes, large),
        new PackedCluster("MIG, 60 nodes", equal(60, MIG), migTasks(tasks)),
        new PackedCluster(
            "CPU-bound, 100 × 8 GPUs",
            equal(100, new NodeShape(64_000, 384 * GIB, List.of(8L))),
            tasks));
  }

  /**
   * Nodes and tasks of others: of the one file whose name has {@code nodes} in it, with the tasks
   * of each whose name has {@code pods} in it.
   */
  static List<PackedCluster> of(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException(folder + " is not a folder");
    }
    List<Path> nodes = files(folder, "nodes");
    List<Path> tasks = files(folder, "pods");
    if (nodes.size() != 1 || tasks.isEmpty()) {
      throw new IllegalArgumentException(
          "%s must have one *nodes*.csv and at least one *pods*.csv, has %d and %d"
              .formatted(folder, nodes.size(), tasks.size()));
    }
    List<PackedCluster> clusters = new ArrayList<>();
    for (Path file : tasks) {
      clusters.add(
          new PackedCluster(
              file.getFileName().toString(),
              WorkloadTrace.nodes(nodes.get(0)),
              WorkloadTrace.tasks(file)));
    }
    return clusters;
  }

  private static List<Path> files(Path folder, String word) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches(".*" + word + ".*\\.csv(\\.gz)?"))
          .sorted()
          .toList();
    }
  }

  /** 8 A100 with 40 GB as NVIDIA's MIG manager divides them by all-balanced, mixed strategy. */
  private static final NodeShape MIG = new NodeShape(96_000, 768 * GIB, List.of(16L, 8L, 8L));

  /** 1g.5gb, 2g.10gb, 3g.20gb in the order of the devices; each pod takes one. */
  private static List<Task> migTasks(List<Task> tasks) {
    return IntStream.range(0, tasks.size())
        .mapToObj(
            i -> {
              PodRequest request = tasks.get(i).request();
              int kind = i % 4 < 2 ? 0 : i % 4 - 1;
              return new Task(
                  kind,
                  new PodRequest(
                      Math.min(1, request.devices()),
                      request.milliCpu() / 8 * (kind + 1),
                      request.memory() / 8 * (kind + 1)));
            })
        .toList();
  }

  /** Nodes of other sizes, and mixes of other tasks, than those that are reported. */
  static List<PackedCluster> tuning() {
    return Stream.concat(made().stream(), DrawnClusters.all().stream()).toList();
  }

  private static List<PackedCluster> made() {
    NodeShape node = new NodeShape(128_000, 1024 * GIB, List.of(8L));
    NodeShape lean = new NodeShape(64_000, 512 * GIB, List.of(8L));
    NodeShape starved = new NodeShape(48_000, 512 * GIB, List.of(8L));
    NodeShape tight = new NodeShape(88_000, 640 * GIB, List.of(8L));
    NodeShape four = new NodeShape(64_000, 256 * GIB, List.of(4L));
    NodeShape two = new NodeShape(32_000, 128 * GIB, List.of(2L));
    return List.of(
        new PackedCluster("40, ones", equal(40, node), tasks(70, 15, 10, 5, 10, 8)),
        new PackedCluster("100, even", equal(100, node), tasks(25, 25, 25, 25, 0, 10)),
        new PackedCluster("60, inference", equal(60, node), tasks(95, 3, 1, 1, 15, 14)),
        new PackedCluster("200, training", equal(200, node), tasks(50, 10, 10, 30, 5, 12)),
        new PackedCluster("80, lean", equal(80, lean), tasks(85, 5, 6, 4, 10, 9)),
        new PackedCluster("70, CPU-bound", equal(70, starved), tasks(80, 8, 8, 4, 15, 10)),
        new PackedCluster("30, tight", equal(30, tight), tasks(90, 3, 3, 4, 15, 12)),
        new PackedCluster("120, tight", equal(120, tight), tasks(90, 3, 3, 4, 15, 12)),
        new PackedCluster("400, tight", equal(400, tight), tasks(90, 3, 3, 4, 15, 12)),
        new PackedCluster("400, ones", equal(400, node), tasks(92, 3, 2, 3, 10, 14)),
        new PackedCluster("60, fours", equal(60, four), tasks(80, 10, 10, 0, 10, 12)),
        new PackedCluster(
            "50 + 30 + 60",
            both(both(equal(50, node), equal(30, four)), equal(60, two)),
            tasks(80, 8, 8, 4, 10, 9)));
  }

  /** Tasks of 1, 2, 4 and 8 devices and of none, in these parts, about so many CPUs a device. */
  private static List<Task> tasks(int ones, int twos, int fours, int eights, int none, int cpus) {
    List<Task> tasks = new ArrayList<>();
    List<Integer> parts = List.of(none, ones, twos, fours, eights);
    for (int size = 0; size < parts.size(); size++) {
      long devices = size == 0 ? 0 : 1L << (size - 1);
      for (int i = 0; i < parts.get(size) * 10; i++) {
        long cpu = 1000L * Math.max(1, devices) * cpus * (1 + i % 4) / 3;
        long memory = GIB * Math.max(1, devices) * (8L << (i / 4 % 4));
        tasks.add(new Task(0, new PodRequest(devices, cpu, memory)));
      }
    }
    return tasks;
  }

  private static List<NodeShape> equal(int count, NodeShape shape) {
    return Collections.nCopies(count, shape);
  }

  private static List<NodeShape> both(List<NodeShape> some, List<NodeShape> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }
}
