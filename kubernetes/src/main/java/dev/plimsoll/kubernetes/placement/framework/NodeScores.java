package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the nodes that fit one pod are ranked: the plug-ins' scores, each times its weight, added up.
 *
 * <p>Source: {@code prioritizeNodes} in {@code pkg/scheduler/schedule_one.go}, {@code
 * RunScorePlugins} in {@code pkg/scheduler/framework/runtime/framework.go}.
 */
final class NodeScores {
  private final List<NodeInfo> nodes;
  private final long[] totals;

  NodeScores(
      Snapshot snapshot, PodInfo pod, List<String> feasible, List<WeightedScorePlugin> plugins) {
    nodes = snapshot.nodes(feasible);
    totals = new long[nodes.size()];
    for (WeightedScorePlugin weighted : plugins) {
      long[] scores = weighted.plugin().score(pod, snapshot, nodes);
      for (int i = 0; i < scores.length; i++) {
        totals[i] += scores[i] * weighted.weight();
      }
    }
  }

  /** The first by name of those with the highest score. */
  String best() {
    long highest = Long.MIN_VALUE;
    for (long total : totals) {
      highest = Math.max(highest, total);
    }
    String best = "";
    for (int i = 0; i < totals.length; i++) {
      if (totals[i] == highest && (best.isEmpty() || name(i).compareTo(best) < 0)) {
        best = name(i);
      }
    }
    return best;
  }

  Map<String, Long> byNode() {
    Map<String, Long> scores = new LinkedHashMap<>();
    for (int i = 0; i < totals.length; i++) {
      scores.put(name(i), totals[i]);
    }
    return Collections.unmodifiableMap(scores);
  }

  private String name(int index) {
    return nodes.get(index).name();
  }
}
