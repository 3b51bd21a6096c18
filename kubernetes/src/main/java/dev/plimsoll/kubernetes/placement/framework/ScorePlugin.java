package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.List;

/**
 * A plug-in that ranks the nodes that fit.
 *
 * <p>Source: {@code PreScorePlugin}, {@code ScorePlugin} and {@code ScoreExtensions} in {@code
 * staging/src/k8s.io/kube-scheduler/framework/interface.go}.
 */
public interface ScorePlugin {
  /** The highest score. */
  long MAX_NODE_SCORE = 100;

  /** Returns the name under Kubernetes. */
  String name();

  /**
   * Returns the score of each of the nodes, in their order, from 0 to {@link #MAX_NODE_SCORE}; the
   * more the better. Empty where the plug-in has nothing to say.
   */
  long[] score(PodInfo pod, Snapshot snapshot, List<NodeInfo> nodes);

  /** Stretches scores of 0 and more so that the highest becomes {@link #MAX_NODE_SCORE}. */
  static long[] normalized(long[] scores) {
    long highest = highest(scores);
    if (highest > 0) {
      for (int i = 0; i < scores.length; i++) {
        scores[i] = MAX_NODE_SCORE * scores[i] / highest;
      }
    }
    return scores;
  }

  /** Scales scores of 0 and more and reverses them, so that 0 becomes the best. */
  static long[] reversed(long[] scores) {
    normalized(scores);
    for (int i = 0; i < scores.length; i++) {
      scores[i] = MAX_NODE_SCORE - scores[i];
    }
    return scores;
  }

  private static long highest(long[] scores) {
    long highest = 0;
    for (long score : scores) {
      highest = Math.max(highest, score);
    }
    return highest;
  }
}
