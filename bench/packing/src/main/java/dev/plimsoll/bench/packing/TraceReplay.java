package dev.plimsoll.bench.packing;

import dev.plimsoll.bench.packing.PackedNodes.WholeNodesLeft;
import dev.plimsoll.extender.scoring.PodRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** A trace's tasks in shuffled order, again and again, on the nodes of the trace. */
final class TraceReplay {
  private static final double[] MARKS = {0.5, 0.7, 0.85, 0.95};
  private static final double ASKED = 1.3;
  private static final double LOAD = 0.9;

  /** Arrivals before measuring begins: about two of a task's lives. */
  private static final int WARM_UP = 12_000;

  private static final int ARRIVALS = 30_000;
  private static final int INTERVAL = 20;

  private final WorkloadTrace workloadTrace;
  private final long devices;
  private final Random random;
  private final PackedNodes packedNodes;
  private final List<PodRequest> order = new ArrayList<>();

  TraceReplay(WorkloadTrace workloadTrace, ScoringPolicy scoringPolicy, long seed) {
    this.workloadTrace = workloadTrace;
    devices = workloadTrace.devices();
    random = new Random(seed);
    packedNodes = new PackedNodes(scoringPolicy, workloadTrace, new Random(seed));
  }

  private PodRequest next() {
    if (order.isEmpty()) {
      order.addAll(workloadTrace.tasks());
      Collections.shuffle(order, random);
    }
    return order.remove(order.size() - 1);
  }

  /**
   * What tasks that never end leave.
   *
   * @param allocated percent of the GPUs that are allocated once 130 % of them have been asked for
   * @param left whole nodes once 50, 70, 85 and 95 % have been asked for
   */
  record Growth(double allocated, List<WholeNodesLeft> left) {}

  Growth growth() {
    List<WholeNodesLeft> left = new ArrayList<>();
    long asked = 0;
    while (asked < ASKED * devices) {
      PodRequest podRequest = next();
      packedNodes.place(podRequest);
      asked += podRequest.devices();
      while (left.size() < MARKS.length && asked >= MARKS[left.size()] * devices) {
        left.add(packedNodes.wholeNodes());
      }
    }
    return new Growth(100.0 * (devices - packedNodes.free()) / devices, left);
  }

  /** A task that runs. */
  private record Running(int node, PodRequest ask) {}

  /**
   * What tasks leave that end at random, as many as the next one needs for the load to stay at 90
   * %.
   *
   * @param left whole nodes in the mean
   * @param rejected percent of the GPUs asked for that no node could give
   */
  record Steady(WholeNodesLeft left, double rejected) {}

  Steady steady() {
    List<Running> running = new ArrayList<>();
    long load = 0;
    long asked = 0;
    long rejected = 0;
    List<WholeNodesLeft> left = new ArrayList<>();
    for (int i = 0; i < ARRIVALS; i++) {
      PodRequest podRequest = next();
      while (load + podRequest.devices() > LOAD * devices) {
        load -= end(running);
      }
      int node = packedNodes.place(podRequest);
      if (node >= 0) {
        running.add(new Running(node, podRequest));
        load += podRequest.devices();
      }
      if (i >= WARM_UP) {
        asked += podRequest.devices();
        rejected += node < 0 ? podRequest.devices() : 0;
        if (i % INTERVAL == 0) {
          left.add(packedNodes.wholeNodes());
        }
      }
    }
    return new Steady(Means.of(left), 100.0 * rejected / asked);
  }

  private long end(List<Running> running) {
    int last = running.size() - 1;
    Collections.swap(running, random.nextInt(running.size()), last);
    Running ended = running.remove(last);
    packedNodes.end(ended.node(), ended.ask());
    return ended.ask().devices();
  }
}
