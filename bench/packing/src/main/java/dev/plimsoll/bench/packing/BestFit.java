package dev.plimsoll.bench.packing;

import dev.plimsoll.extender.scoring.ScoreLevels;
import java.util.List;

/** Takes the node that has the fewest devices left, whatever its CPUs and memory. */
final class BestFit implements ExtenderScores {

  @Override
  public int[] of(List<SimulatedNode> nodes, Task task, RecentTasks recent) {
    long[] values = new long[nodes.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = -nodes.get(i).free(task.device());
    }
    return ScoreLevels.of(values);
  }
}
