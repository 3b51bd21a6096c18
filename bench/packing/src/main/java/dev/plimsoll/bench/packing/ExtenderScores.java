package dev.plimsoll.bench.packing;

import java.util.List;

/** What an extender says of the nodes that fit a task. */
interface ExtenderScores {

  /**
   * Scores nodes as an extender may: from 0 to 10.
   *
   * @param recent what the last pods asked for
   */
  int[] of(List<SimulatedNode> nodes, Task task, RecentTasks recent);
}
