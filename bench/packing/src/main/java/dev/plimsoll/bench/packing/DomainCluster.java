package dev.plimsoll.bench.packing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Equal nodes in equal racks, and jobs of 1 to 64 devices. A job of more devices than a node has is
 * pods that each take all devices of a node, and that must be in one rack.
 *
 * @param name as it is printed
 * @param racks how many racks there are
 * @param nodes how many nodes a rack has
 * @param devices how many devices a node has
 */
record DomainCluster(String name, int racks, int nodes, int devices) {
  static final int LARGEST = 64;

  private static final long GIB = 1L << 30;
  private static final long MILLI_CPU = 12_000;
  private static final long MEMORY = 128 * GIB;

  /** The part of the jobs, in percent, by devices. */
  private static final TreeMap<Integer, Integer> PERCENT =
      new TreeMap<>(Map.of(1, 45, 2, 15, 4, 12, 8, 18, 16, 5, 32, 3, 64, 2));

  private static final List<Long> CPUS = List.of(4_000L, 8_000L, 11_000L);
  private static final List<Long> GIBS = List.of(32L, 64L, 96L);

  /** The clusters that are reported. */
  static final List<DomainCluster> REPORTED =
      List.of(
          new DomainCluster("4 racks of 8 × 8 GPUs", 4, 8, 8),
          new DomainCluster("16 racks of 8 × 8 GPUs", 16, 8, 8),
          new DomainCluster("16 racks of 16 × 8 GPUs", 16, 16, 8),
          new DomainCluster("32 racks of 8 × 8 GPUs", 32, 8, 8),
          new DomainCluster("16 racks of 18 × 4 GPUs", 16, 18, 4),
          new DomainCluster("24 racks of 16 × 8 GPUs", 24, 16, 8));

  /**
   * A job.
   *
   * @param devices how many devices it requests
   * @param task what each of its pods requests
   * @param pods how many pods it has
   */
  record Job(int devices, Task task, int pods) {}

  NodeShape shape() {
    return new NodeShape(MILLI_CPU * devices, MEMORY * devices, List.of((long) devices));
  }

  Job draw(Random random) {
    int drawn = random.nextInt(100);
    int size = PERCENT.lastKey();
    for (var each : PERCENT.entrySet()) {
      drawn -= each.getValue();
      if (drawn < 0) {
        size = each.getKey();
        break;
      }
    }
    int each = Math.min(size, devices);
    long cpu = CPUS.get(random.nextInt(CPUS.size())) * each;
    long memory = GIBS.get(random.nextInt(GIBS.size())) * GIB * each;
    return new Job(size, new Task(0, new PodRequest(each, cpu, memory)), size / each);
  }

  PackedCluster packed() {
    List<NodeShape> shapes = new ArrayList<>();
    for (int i = 0; i < racks * nodes; i++) {
      shapes.add(shape());
    }
    return new PackedCluster(name, shapes, List.of());
  }
}
