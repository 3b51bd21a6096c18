package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScorePlugin;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PlacedPod;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.placement.snapshot.TopologyDomains;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Ranks nodes by how many of one pod's kind their domains have: the fewer, the better. Constraints
 * with many domains weigh more. Nodes without one of the labels get 0, but for the default
 * constraints.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/podtopologyspread/scoring.go}.
 */
final class PodTopologySpreadScore {
  static final String HOSTNAME = "kubernetes.io/hostname";
  private static final long IGNORED = -1;

  private final List<SpreadConstraint> constraints;
  private final boolean requireAllDomains;
  private final List<TopologyDomains> domains;
  private final List<int[]> counts = new ArrayList<>();
  private final double[] weights;
  private final boolean[] hostname;

  PodTopologySpreadScore(
      Pod pod,
      List<SpreadConstraint> constraints,
      boolean requireAllDomains,
      Snapshot snapshot,
      List<NodeInfo> nodes) {
    this.constraints = constraints;
    this.requireAllDomains = requireAllDomains;
    this.domains = constraints.stream().map(c -> snapshot.domains(c.topologyKey())).toList();
    List<NodeInfo> ranked =
        requireAllDomains ? nodes.stream().filter(this::isRanked).toList() : nodes;
    this.hostname = new boolean[constraints.size()];
    for (int i = 0; i < hostname.length; i++) {
      hostname[i] = constraints.get(i).topologyKey().equals(HOSTNAME);
    }
    this.weights = new double[constraints.size()];
    for (int i = 0; i < weights.length; i++) {
      List<PlacedPod> counted = counted(constraints.get(i), pod, snapshot);
      counts.add(hostname[i] ? byNode(counted, snapshot) : byDomain(i, counted, snapshot));
      weights[i] = StrictMath.log((hostname[i] ? ranked.size() : distinct(i, ranked)) + 2.0);
    }
  }

  private static List<PlacedPod> counted(SpreadConstraint constraint, Pod pod, Snapshot snapshot) {
    return snapshot.pods(pod.namespace()).stream()
        .filter(placed -> constraint.counts(placed.pod().pod()))
        .toList();
  }

  private static int[] byNode(List<PlacedPod> counted, Snapshot snapshot) {
    int[] byNode = new int[snapshot.nodes().size()];
    counted.forEach(placed -> byNode[placed.node()]++);
    return byNode;
  }

  private int[] byDomain(int constraint, List<PlacedPod> counted, Snapshot snapshot) {
    int[] byDomain = new int[domains.get(constraint).count()];
    for (PlacedPod placed : counted) {
      NodeInfo node = snapshot.node(placed.node());
      if (isRanked(node) && constraints.get(constraint).eligible().test(node)) {
        byDomain[domains.get(constraint).of(node)]++;
      }
    }
    return byDomain;
  }

  private long distinct(int constraint, List<NodeInfo> nodes) {
    BitSet distinct = new BitSet();
    for (NodeInfo node : nodes) {
      distinct.set(domains.get(constraint).of(node));
    }
    return distinct.cardinality();
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
      if (domains.get(i).has(node)) {
        int domain = hostname[i] ? node.index() : domains.get(i).of(node);
        sum += counts.get(i)[domain] * weights[i] + (constraints.get(i).maxSkew() - 1);
      }
    }
    return Math.round(sum);
  }

  private boolean isRanked(NodeInfo node) {
    return !requireAllDomains || domains.stream().allMatch(d -> d.has(node));
  }
}
