package dev.plimsoll.extender.scoring;

import java.util.List;

/**
 * Takes the node that has the fewest devices left, whatever its CPUs and memory. The extender
 * scores by {@link WholeNodes}; this stays as what it is measured against in {@code bench/packing},
 * and held to the same properties.
 */
public final class BestFit implements BinPacking {

  @Override
  public int[] scores(
      List<NodeHeadroom> nodeHeadrooms, PodRequest podRequest, WorkloadMix workloadMix) {
    long[] values = new long[nodeHeadrooms.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = -Fragmentation.bounded(nodeHeadrooms.get(i).freeDevices());
    }
    return ScoreNormalization.of(values, 1);
  }
}
