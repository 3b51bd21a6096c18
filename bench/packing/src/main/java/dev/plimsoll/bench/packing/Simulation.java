package dev.plimsoll.bench.packing;

import dev.plimsoll.bench.packing.Fleet.WholeNodesLeft;
import dev.plimsoll.model.packing.Ask;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** A trace's tasks in shuffled order, again and again, on the nodes of the trace. */
final class Simulation {
  private static final double[] MARKS = {0.5, 0.7, 0.85, 0.95};
  private static final double ASKED = 1.3;
  private static final double LOAD = 0.9;

  /** Arrivals before measuring begins: about two of a task's lives. */
  private static final int WARM_UP = 12_000;

  private static final int ARRIVALS = 30_000;
  private static final int INTERVAL = 20;

  private final Trace trace;
  private final long devices;
  private final Random random;
  private final Fleet fleet;
  private final List<Ask> order = new ArrayList<>();

  Simulation(Trace trace, Policy policy, long seed) {
    this.trace = trace;
    devices = trace.devices();
    random = new Random(seed);
    fleet = new Fleet(policy, trace, new Random(seed));
  }

  private Ask next() {
    if (order.isEmpty()) {
      order.addAll(trace.tasks());
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
      Ask ask = next();
      fleet.place(ask);
      asked += ask.devices();
      while (left.size() < MARKS.length && asked >= MARKS[left.size()] * devices) {
        left.add(fleet.wholeNodes());
      }
    }
    return new Growth(100.0 * (devices - fleet.free()) / devices, left);
  }

  /** A task that runs. */
  private record Running(int node, Ask ask) {}

  /**
   * What tasks leave that end at random, as many as the next one needs for the load to stay at 90
   * %.
   *
   * @param left whole nodes in the mean
   * @param refused percent of the GPUs asked for that no node could give
   */
  record Steady(WholeNodesLeft left, double refused) {}

  Steady steady() {
    List<Running> running = new ArrayList<>();
    long load = 0;
    long asked = 0;
    long refused = 0;
    List<WholeNodesLeft> left = new ArrayList<>();
    for (int i = 0; i < ARRIVALS; i++) {
      Ask ask = next();
      while (load + ask.devices() > LOAD * devices) {
        load -= end(running);
      }
      int node = fleet.place(ask);
      if (node >= 0) {
        running.add(new Running(node, ask));
        load += ask.devices();
      }
      if (i >= WARM_UP) {
        asked += ask.devices();
        refused += node < 0 ? ask.devices() : 0;
        if (i % INTERVAL == 0) {
          left.add(fleet.wholeNodes());
        }
      }
    }
    return new Steady(Means.of(left), 100.0 * refused / asked);
  }

  private long end(List<Running> running) {
    int last = running.size() - 1;
    Collections.swap(running, random.nextInt(running.size()), last);
    Running ended = running.remove(last);
    fleet.end(ended.node(), ended.ask());
    return ended.ask().devices();
  }
}
