package dev.plimsoll.bench.packing;

import dev.plimsoll.bench.packing.SimulatedNodes.WholeNodesLeft;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;

/** A cluster's tasks in shuffled order, again and again, on its nodes. */
final class TaskReplay {
  static final List<Double> MARKS = List.of(0.7, 0.85, 0.95);
  private static final double ASKED = 1.3;

  /** Tasks that come before measuring begins, as a multiple of the tasks that fill the cluster. */
  private static final int WARM_UP = 2;

  private static final int MEASURED = 3;

  /** Small clusters are looked at for longer, since chance rules there. */
  private static final int LEAST_ARRIVALS = 6000;

  private static final int INTERVAL = 20;

  private final PackedCluster cluster;
  private final Random random;
  private final SimulatedNodes nodes;
  private final SimulatedScheduler scheduler;
  private final List<Task> order = new ArrayList<>();

  TaskReplay(PackedCluster cluster, ScoringPolicy scoringPolicy, long seed) {
    this.cluster = cluster;
    random = new Random(seed);
    nodes = new SimulatedNodes(cluster);
    scheduler =
        new SimulatedScheduler(scoringPolicy, nodes.all(), cluster.sampled(), new Random(seed));
  }

  private Task next() {
    if (order.isEmpty()) {
      order.addAll(cluster.tasks());
      Collections.shuffle(order, random);
    }
    return order.remove(order.size() - 1);
  }

  /**
   * What tasks that never end leave.
   *
   * @param allocated percent of the scarcest resource that is allocated once 130 % of it have been
   *     asked for
   * @param left whole nodes once 70, 85 and 95 % have been asked for
   */
  record Growth(double allocated, List<WholeNodesLeft> left) {}

  Growth growth() {
    List<WholeNodesLeft> left = new ArrayList<>();
    Demand asked = new Demand(cluster);
    Demand placed = new Demand(cluster);
    while (asked.share() < ASKED) {
      Task task = next();
      asked.add(task);
      if (scheduler.place(task).isPresent()) {
        placed.add(task);
      }
      while (left.size() < MARKS.size() && asked.share() >= MARKS.get(left.size())) {
        left.add(nodes.wholeNodes());
      }
    }
    return new Growth(100 * placed.share(), left);
  }

  /** A task that runs. */
  private record Running(int node, Task task) {}

  /**
   * What tasks leave that end at random, as many as the next one needs for the load to stay.
   *
   * @param left whole nodes in the mean
   * @param rejected percent of the devices asked for that no node could give
   */
  record Steady(WholeNodesLeft left, double rejected) {}

  Steady steady(double mark) {
    List<Running> running = new ArrayList<>();
    Demand load = new Demand(cluster);
    long asked = 0;
    long rejected = 0;
    List<WholeNodesLeft> left = new ArrayList<>();
    int fill = cluster.capacity();
    int arrivals = WARM_UP * fill + Math.max(LEAST_ARRIVALS, MEASURED * fill);
    for (int i = 0; i < arrivals; i++) {
      Task task = next();
      load.add(task);
      while (load.share() > mark) {
        load.remove(end(running));
      }
      OptionalInt node = scheduler.place(task);
      if (node.isPresent()) {
        running.add(new Running(node.getAsInt(), task));
      } else {
        load.remove(task);
      }
      if (i >= WARM_UP * fill) {
        asked += task.request().devices();
        rejected += node.isPresent() ? 0 : task.request().devices();
        if (i % INTERVAL == 0) {
          left.add(nodes.wholeNodes());
        }
      }
    }
    return new Steady(Means.of(left), 100.0 * rejected / asked);
  }

  private Task end(List<Running> running) {
    int last = running.size() - 1;
    Collections.swap(running, random.nextInt(running.size()), last);
    Running ended = running.remove(last);
    nodes.get(ended.node()).remove(ended.task());
    return ended.task();
  }
}
