package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScorePlugin;
import dev.plimsoll.kubernetes.placement.snapshot.AffinityTerm;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PlacedPod;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.placement.snapshot.WeightedAffinityTerm;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Scores topology domains by what the pod prefers about the pods there, and they about it. Their
 * required affinity to the pod counts as preferred with the weight 1.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/interpodaffinity/scoring.go}.
 */
final class InterPodAffinityScore {
  private static final int HARD_POD_AFFINITY_WEIGHT = 1;

  private final Pod pod;
  private final Map<String, String> namespaceLabels;
  private final Map<String, Map<String, Long>> scoresByTopology = new HashMap<>();

  InterPodAffinityScore(Pod pod, Map<String, String> namespaceLabels) {
    this.pod = pod;
    this.namespaceLabels = namespaceLabels;
  }

  /** Counts what the pods on nodes prefer. */
  InterPodAffinityScore ofOthers(Snapshot snapshot) {
    for (PlacedPod placed : snapshot.podsWithAffinity()) {
      NodeInfo node = snapshot.node(placed.node());
      for (AffinityTerm term : placed.pod().affinity()) {
        if (term.matches(pod, namespaceLabels)) {
          add(node, term, HARD_POD_AFFINITY_WEIGHT);
        }
      }
      for (WeightedAffinityTerm weighted : placed.pod().preferences()) {
        if (weighted.term().matches(pod, namespaceLabels)) {
          add(node, weighted.term(), weighted.weight());
        }
      }
    }
    return this;
  }

  /** Counts what the pod itself prefers; the terms name their namespaces. */
  InterPodAffinityScore ofItself(
      List<WeightedAffinityTerm> preferences, Iterable<String> namespaces, Snapshot snapshot) {
    for (String namespace : namespaces) {
      for (PlacedPod placed : snapshot.pods(namespace)) {
        for (WeightedAffinityTerm weighted : preferences) {
          if (weighted.term().matches(placed.pod().pod(), Map.of())) {
            add(snapshot.node(placed.node()), weighted.term(), weighted.weight());
          }
        }
      }
    }
    return this;
  }

  private void add(NodeInfo node, AffinityTerm term, long weight) {
    String value = node.node().metadata().labels().get(term.topologyKey());
    if (value != null) {
      scoresByTopology
          .computeIfAbsent(term.topologyKey(), k -> new HashMap<>())
          .merge(value, weight, Long::sum);
    }
  }

  /** The scores of nodes, stretched so that the lowest gets 0 and the highest the most. */
  long[] of(List<NodeInfo> nodes) {
    if (scoresByTopology.isEmpty()) {
      return new long[0];
    }
    long[] scores = new long[nodes.size()];
    long lowest = Long.MAX_VALUE;
    long highest = Long.MIN_VALUE;
    for (int i = 0; i < scores.length; i++) {
      scores[i] = sum(nodes.get(i).node().metadata().labels());
      lowest = Math.min(lowest, scores[i]);
      highest = Math.max(highest, scores[i]);
    }
    for (int i = 0; i < scores.length; i++) {
      double share =
          highest > lowest ? (double) (scores[i] - lowest) / (double) (highest - lowest) : 0;
      scores[i] = (long) (ScorePlugin.MAX_NODE_SCORE * share);
    }
    return scores;
  }

  private long sum(Map<String, String> labels) {
    long sum = 0;
    for (Map.Entry<String, Map<String, Long>> topology : scoresByTopology.entrySet()) {
      String value = labels.get(topology.getKey());
      sum += value == null ? 0 : topology.getValue().getOrDefault(value, 0L);
    }
    return sum;
  }
}
