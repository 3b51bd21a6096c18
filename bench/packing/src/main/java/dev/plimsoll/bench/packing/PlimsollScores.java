package dev.plimsoll.bench.packing;

import dev.plimsoll.extender.scoring.BinPacking;
import dev.plimsoll.extender.scoring.NodeHeadroom;
import java.util.ArrayList;
import java.util.List;

/**
 * The extender's own scores.
 *
 * @param binPacking the class that scores in the extender
 * @param knowsDomains whether it knows the nodes' racks
 */
record PlimsollScores(BinPacking binPacking, boolean knowsDomains) implements ExtenderScores {

  @Override
  public int[] of(List<SimulatedNode> nodes, Task task, RecentTasks recent) {
    List<NodeHeadroom> headrooms = new ArrayList<>(nodes.size());
    for (SimulatedNode node : nodes) {
      headrooms.add(node.headroom(task.device(), knowsDomains));
    }
    return binPacking.scores(headrooms, task.request().devices() > 0);
  }
}
