package dev.plimsoll.extender.scoring;

import java.util.List;

/**
 * Takes the node where the pod strands the fewest devices: those left over that a pod of the mix,
 * taken at random, could not use (Weng et al., "Beware of Fragmentation: Scheduling GPU-Sharing
 * Workloads with Fragmentation Gradient Descent", USENIX ATC '23; whole devices). Like {@link
 * BestFit}, it stays as what {@link WholeNodes} is measured against.
 */
public final class FragmentationGradient implements BinPacking {
  @Override
  public int[] scores(
      List<NodeHeadroom> nodeHeadrooms, PodRequest podRequest, WorkloadMix workloadMix) {
    Fragmentation fragmentation = workloadMix.byPods();
    long[] values = new long[nodeHeadrooms.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = fragmentation.gain(nodeHeadrooms.get(i), podRequest);
    }
    return ScoreNormalization.of(values, Fragmentation.STEP);
  }
}
