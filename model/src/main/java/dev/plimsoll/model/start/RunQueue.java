package dev.plimsoll.model.start;

import java.util.Arrays;
import java.util.List;

/** The units that wait in one run: by line, and the lines in their order. */
final class RunQueue {
  private final QueueState state;
  private final ShareCounts shares;
  private final LineQueue[] queues;
  private final double[] created;
  private final LineOrder ungated;
  private final LineOrder[] gated;

  /**
   * Starts with the units that wait at the question.
   *
   * @param shares counts what waits
   */
  RunQueue(QueueState state, ShareCounts shares) {
    this.state = state;
    this.shares = shares;
    List<QueueLine> lines = state.lines();
    this.queues = lines.stream().map(l -> new LineQueue(l, state)).toArray(LineQueue[]::new);
    this.created = new double[queues.length];
    int[] priorities = lines.stream().mapToInt(l -> l.example().priority()).toArray();
    this.ungated = new LineOrder(priorities, created);
    this.gated = new LineOrder[state.turns()];
    Arrays.setAll(gated, t -> new LineOrder(priorities, created));
    for (int line = 0; line < queues.length; line++) {
      if (!isEmpty(line)) {
        enter(line);
      }
    }
  }

  int lines() {
    return queues.length;
  }

  boolean isEmpty(int line) {
    return queues[line].size() == 0;
  }

  QueueUnit first(int line) {
    return queues[line].first();
  }

  /** Returns when the first unit of a line was created. */
  double created(int line) {
    return created[line];
  }

  /** Returns the lines that kube-scheduler tries, in their order. */
  LineOrder ungated() {
    return ungated;
  }

  /** Returns how many tenants have turns. */
  int turns() {
    return gated.length;
  }

  /** Returns the lines of a tenant's turns, in their order. */
  LineOrder gated(int turn) {
    return gated[turn];
  }

  /** Adds a unit that arrives; returns whether nothing of its line waited. */
  boolean add(QueueUnit unit, int line, double now) {
    queues[line].add(unit, now);
    count(line, true);
    if (queues[line].size() > 1) {
      return false;
    }
    enter(line);
    return true;
  }

  /** Puts a line with a new first unit in order. */
  private void enter(int line) {
    created[line] = queues[line].created();
    orderOf(line).add(line);
  }

  /** Removes the first unit of a line and returns its number; negative if it came later. */
  int remove(int line) {
    orderOf(line).remove(line);
    int number = queues[line].remove();
    count(line, false);
    if (!isEmpty(line)) {
      enter(line);
    }
    return number;
  }

  private void count(int line, boolean waits) {
    if (state.hasShares()) {
      state.lines().get(line).charges().forEach(c -> shares.waiting(c, waits));
    }
  }

  private LineOrder orderOf(int line) {
    int turn = state.lines().get(line).turn();
    return turn < 0 ? ungated : gated[turn];
  }

  /** Drops units whose Job's deadline has passed: the controller deletes their pods. */
  void dropEnded(double now) {
    if (now < state.firstDeadline()) {
      return;
    }
    for (int line = 0; line < queues.length; line++) {
      while (!isEmpty(line) && first(line).jobDeadline() <= now) {
        remove(line);
      }
    }
  }
}
