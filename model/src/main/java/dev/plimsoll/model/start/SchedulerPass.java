package dev.plimsoll.model.start;

/** Tries the lines of kube-scheduler's queue in their order, in one run. */
final class SchedulerPass {
  private final RunQueue queue;
  private final LineStarter starter;
  private final LineOrder order;
  private final int[] candidates;
  private int size;

  SchedulerPass(RunQueue queue, LineStarter starter) {
    this.queue = queue;
    this.starter = starter;
    this.order = queue.ungated();
    this.candidates = new int[queue.lines()];
  }

  /**
   * Finds the lines that are worth a try, in their order. Returns the index of the first that
   * shares let go.
   */
  int find(int changed) {
    int first = -1;
    size = 0;
    for (int i = 0; i < order.size(); i++) {
      int line = order.get(i);
      if (starter.mayGo(line, changed)) {
        if (first < 0 && !starter.isHeld(line)) {
          first = size;
        }
        candidates[size++] = line;
      }
    }
    first = first < 0 ? size : first;
    for (int i = 0; i < first; i++) {
      starter.skip(candidates[i]);
    }
    return first;
  }

  /** Tries the lines that were found, from an index on. */
  void tryFrom(int first, int changed, double now) {
    for (int i = first; i < size; ) {
      int line = candidates[i];
      if (!starter.start(line, changed, now)) {
        i++;
      } else {
        size--;
        System.arraycopy(candidates, i + 1, candidates, i, size - i);
        if (!queue.isEmpty(line)) {
          int at = place(i, line);
          System.arraycopy(candidates, at, candidates, at + 1, size - at);
          candidates[at] = line;
          size++;
        }
      }
    }
  }

  /** Returns where the next unit of a line belongs; the lines are in order from an index on. */
  private int place(int from, int line) {
    int low = from;
    int high = size - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int compared = order.compare(candidates[middle], line);
      if (compared < 0) {
        low = middle + 1;
      } else if (compared > 0) {
        high = middle - 1;
      } else {
        return middle;
      }
    }
    return low;
  }
}
