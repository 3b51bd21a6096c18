package dev.plimsoll.bench.packing;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;

/** The last tasks that asked for devices, from which the mix of what comes is known. */
final class RecentTasks {
  private static final int REMEMBERED = 1000;

  private final Queue<Task> tasks = new ArrayDeque<>();
  private final Map<Task, Integer> counts = new LinkedHashMap<>();

  void add(Task task) {
    if (task.request().devices() == 0) {
      return;
    }
    tasks.add(task);
    counts.merge(task, 1, Integer::sum);
    if (tasks.size() > REMEMBERED) {
      counts.computeIfPresent(tasks.remove(), (oldest, count) -> count == 1 ? null : count - 1);
    }
  }

  /** How many of the last tasks ask for the same. */
  Map<Task, Integer> counts() {
    return counts;
  }
}
