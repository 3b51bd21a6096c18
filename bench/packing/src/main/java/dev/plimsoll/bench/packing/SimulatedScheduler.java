package dev.plimsoll.bench.packing;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;

/**
 * kube-scheduler's way from a pod to a node: the nodes that fit, their scores, the highest one, any
 * of equals (pkg/scheduler/schedule_one.go).
 */
final class SimulatedScheduler {

  private static final int MIN_FEASIBLE_NODES = 100;

  private final ScoringPolicy scoringPolicy;
  private final List<SimulatedNode> nodes;
  private final RecentTasks recent = new RecentTasks();
  private final int nodesToFind;
  private final Random random;
  private int start;

  /**
   * Makes a scheduler.
   *
   * @param sampled whether it stops once it has found percentageOfNodesToScore of the nodes
   */
  SimulatedScheduler(
      ScoringPolicy scoringPolicy, List<SimulatedNode> nodes, boolean sampled, Random random) {
    this.scoringPolicy = scoringPolicy;
    this.nodes = nodes;
    this.nodesToFind = sampled ? numFeasibleNodesToFind(nodes.size()) : nodes.size();
    this.random = random;
  }

  /** As the scheduler's method of this name has it, where no percentage is configured. */
  private static int numFeasibleNodesToFind(int nodes) {
    if (nodes < MIN_FEASIBLE_NODES) {
      return nodes;
    }
    int percentage = Math.max(5, 50 - nodes / 125);
    return Math.max(MIN_FEASIBLE_NODES, nodes * percentage / 100);
  }

  /** Places a pod; the index of its node, empty if it fits none. */
  OptionalInt place(Task task) {
    recent.add(task);
    List<SimulatedNode> feasible = new ArrayList<>();
    List<Integer> indexes = new ArrayList<>();
    int looked = 0;
    for (; looked < nodes.size() && feasible.size() < nodesToFind; looked++) {
      int index = (start + looked) % nodes.size();
      if (nodes.get(index).fits(task)) {
        feasible.add(nodes.get(index));
        indexes.add(index);
      }
    }
    start = (start + looked) % nodes.size();
    if (feasible.isEmpty()) {
      return OptionalInt.empty();
    }
    int chosen = feasible.size() == 1 ? 0 : best(task, feasible);
    feasible.get(chosen).add(task);
    return OptionalInt.of(indexes.get(chosen));
  }

  private int best(Task task, List<SimulatedNode> feasible) {
    int[] scores = extenderScores(task, feasible);
    int best = 0;
    int equals = 0;
    long highest = -1;
    for (int i = 0; i < scores.length; i++) {
      long score =
          scoringPolicy.scheduler().score(feasible.get(i), task) + scores[i] * ScoringPolicy.POINTS;
      if (score > highest) {
        highest = score;
        best = i;
        equals = 1;
      } else if (score == highest && random.nextInt(++equals) == 0) {
        best = i;
      }
    }
    return best;
  }

  private int[] extenderScores(Task task, List<SimulatedNode> feasible) {
    return scoringPolicy
        .extender()
        .map(scores -> scores.of(feasible, task, recent))
        .orElseGet(() -> new int[feasible.size()]);
  }
}
