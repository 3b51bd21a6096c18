package dev.plimsoll.model.placement.plugin;

import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.placement.NodeInfo;
import dev.plimsoll.model.placement.PlacedPod;
import dev.plimsoll.model.placement.PodInfo;
import dev.plimsoll.model.placement.ScorePlugin;
import dev.plimsoll.model.placement.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Ranks nodes by how many of one pod's kind their domains have: the fewer, the better. Constraints
 * with many domains weigh more. Nodes without one of the labels get 0, but for the default
 * constraints.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/podtopologyspread/scoring.go}.
 */
final class SpreadScore {
  static final String HOSTNAME = "kubernetes.io/hostname";
  private static final long IGNORED = -1;

  private final Pod pod;
  private final List<SpreadConstraint> constraints;
  private final boolean requireAllDomains;
  private final List<Map<String, Integer>> counts = new ArrayList<>();
  private final double[] weights;

  SpreadScore(
      Pod pod,
      List<SpreadConstraint> constraints,
      boolean requireAllDomains,
      Snapshot snapshot,
      List<NodeInfo> nodes) {
    this.pod = pod;
    this.constraints = constraints;
    this.requireAllDomains = requireAllDomains;
    List<NodeInfo> ranked = nodes.stream().filter(this::isRanked).toList();
    this.weights = new double[constraints.size()];
    for (int i = 0; i < weights.length; i++) {
      SpreadConstraint constraint = constraints.get(i);
      Map<String, Integer> byDomain = new HashMap<>();
      if (!isHostname(constraint)) {
        ranked.forEach(node -> byDomain.put(constraint.domain(node), 0));
        count(constraint, snapshot, byDomain);
      }
      counts.add(byDomain);
      int domains = isHostname(constraint) ? ranked.size() : byDomain.size();
      weights[i] = StrictMath.log(domains + 2.0);
    }
  }

  private void count(
      SpreadConstraint constraint, Snapshot snapshot, Map<String, Integer> byDomain) {
    for (PlacedPod placed : snapshot.pods(pod.namespace())) {
      NodeInfo node = snapshot.node(placed.node());
      if (constraint.counts(placed.pod().pod())
          && isRanked(node)
          && constraint.eligible().test(node)) {
        byDomain.computeIfPresent(constraint.domain(node), (d, n) -> n + 1);
      }
    }
  }

  long[] of(List<NodeInfo> nodes) {
    long[] scores = new long[nodes.size()];
    long lowest = Long.MAX_VALUE;
    long highest = 0;
    for (int i = 0; i < scores.length; i++) {
      if (!isRanked(nodes.get(i))) {
        scores[i] = IGNORED;
        continue;
      }
      scores[i] = crowding(nodes.get(i));
      lowest = Math.min(lowest, scores[i]);
      highest = Math.max(highest, scores[i]);
    }
    for (int i = 0; i < scores.length; i++) {
      if (scores[i] == IGNORED) {
        scores[i] = 0;
      } else if (highest == 0) {
        scores[i] = ScorePlugin.MAX_NODE_SCORE;
      } else {
        scores[i] = ScorePlugin.MAX_NODE_SCORE * (highest + lowest - scores[i]) / highest;
      }
    }
    return scores;
  }

  private long crowding(NodeInfo node) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      SpreadConstraint constraint = constraints.get(i);
      if (!constraint.hasDomain(node)) {
        continue;
      }
      long count =
          isHostname(constraint)
              ? onNode(constraint, node)
              : counts.get(i).getOrDefault(constraint.domain(node), 0);
      sum += count * weights[i] + (constraint.maxSkew() - 1);
    }
    return Math.round(sum);
  }

  private long onNode(SpreadConstraint constraint, NodeInfo node) {
    long count = 0;
    for (PodInfo other : node.pods()) {
      if (other.pod().namespace().equals(pod.namespace()) && constraint.counts(other.pod())) {
        count++;
      }
    }
    return count;
  }

  private boolean isRanked(NodeInfo node) {
    return !requireAllDomains || constraints.stream().allMatch(c -> c.hasDomain(node));
  }

  private static boolean isHostname(SpreadConstraint constraint) {
    return constraint.topologyKey().equals(HOSTNAME);
  }
}
