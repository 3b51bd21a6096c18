package dev.plimsoll.bench.packing;

import dev.plimsoll.extender.scoring.ScoreLevels;
import java.util.List;
import java.util.Map;

/**
 * Takes the node where the pod strands the fewest devices: those left over that a pod of the mix,
 * taken at random, could not use (Weng et al., "Beware of Fragmentation: Scheduling GPU-Sharing
 * Workloads with Fragmentation Gradient Descent", USENIX ATC '23; whole devices).
 */
final class FragmentationGradient implements ExtenderScores {
  @Override
  public int[] of(List<SimulatedNode> nodes, Task task, RecentTasks recent) {
    List<Map.Entry<Task, Integer>> recentTasks = List.copyOf(recent.counts().entrySet());
    long[] values = new long[nodes.size()];
    for (int i = 0; i < values.length; i++) {
      SimulatedNode node = nodes.get(i);
      long before = unusable(node, recentTasks);
      node.add(task);
      values[i] = before - unusable(node, recentTasks);
      node.remove(task);
    }
    return ScoreLevels.of(values);
  }

  private static long unusable(SimulatedNode node, List<Map.Entry<Task, Integer>> recentTasks) {
    long unusable = 0;
    for (Map.Entry<Task, Integer> kind : recentTasks) {
      if (!node.fits(kind.getKey())) {
        unusable += kind.getValue() * node.free(kind.getKey().device());
      }
    }
    return unusable;
  }
}
