package dev.plimsoll.extender.scoring;

import java.util.List;

/**
 * The default. Strands the fewest devices, as {@link FragmentationGradient} does, with four
 * differences that keep whole nodes free.
 *
 * <ul>
 *   <li>A kind of request weighs as much as the devices it asks for. Pods that take a whole node
 *       are few, but a broken node is of no use to them at all.
 *   <li>Such pods are expected even when none came lately: they have at least a twentieth of the
 *       weight.
 *   <li>Where that makes little difference, a node of the largest size that is broken already is
 *       filled up before a smaller one, the more so if nothing of it remains. When pods end, the
 *       holes are then in small nodes, where they cost no whole node.
 *   <li>A pod that asks for no device goes to a node that has none, else to one with few of them
 *       free.
 * </ul>
 */
public final class WholeNodes implements BinPacking {

  /** Enough that a whole node counts, too little to strand many devices for its sake. */
  private static final double LEAST_SHARE = 0.05;

  /**
   * What it is worth to fill up a broken node, in devices stranded. With less, holes stay in large
   * nodes until a pod of their size comes; with more, pods for half a node find no such hole and
   * break whole nodes.
   */
  private static final long FILLING_UP = Fragmentation.DEVICE / 10;

  /** What a free device costs a pod that asks for none: enough to decide between equals. */
  private static final long EXPOSURE = Fragmentation.DEVICE / 50;

  /** The least a pod needs beside each device: a node with less for its free ones is broken. */
  private static final long MILLI_CPU_PER_DEVICE = 1000;

  private static final long MEMORY_PER_DEVICE = 8L << 30;

  private static final long BEST = Long.MAX_VALUE / 4;

  @Override
  public int[] scores(
      List<NodeHeadroom> nodeHeadrooms, PodRequest podRequest, WorkloadMix workloadMix) {
    PodRequest whole = wholeNode(nodeHeadrooms);
    Fragmentation fragmentation = workloadMix.byDevices(whole, LEAST_SHARE);
    long[] values = new long[nodeHeadrooms.size()];
    for (int i = 0; i < values.length; i++) {
      NodeHeadroom nodeHeadroom = nodeHeadrooms.get(i);
      values[i] =
          podRequest.devices() == 0
              ? valueWithoutDevices(nodeHeadroom, podRequest, fragmentation)
              : fragmentation.gain(nodeHeadroom, podRequest)
                  + fillingUp(nodeHeadroom, podRequest, whole);
    }
    return ScoreNormalization.of(values, Fragmentation.STEP);
  }

  /** The least that a pod for a whole node of the largest size asks for. */
  private static PodRequest wholeNode(List<NodeHeadroom> nodeHeadrooms) {
    long largest = 0;
    for (NodeHeadroom nodeHeadroom : nodeHeadrooms) {
      largest = Math.max(largest, Fragmentation.bounded(nodeHeadroom.devices()));
    }
    return new PodRequest(largest, largest * MILLI_CPU_PER_DEVICE, largest * MEMORY_PER_DEVICE);
  }

  private static long fillingUp(
      NodeHeadroom nodeHeadroom, PodRequest podRequest, PodRequest whole) {
    if (nodeHeadroom.devices() < whole.devices() || nodeHeadroom.fits(whole)) {
      return 0;
    }
    return nodeHeadroom.freeDevices() == podRequest.devices() ? 2 * FILLING_UP : FILLING_UP;
  }

  private static long valueWithoutDevices(
      NodeHeadroom nodeHeadroom, PodRequest podRequest, Fragmentation fragmentation) {
    return nodeHeadroom.devices() == 0
        ? BEST
        : fragmentation.gain(nodeHeadroom, podRequest)
            - EXPOSURE * Fragmentation.bounded(nodeHeadroom.freeDevices());
  }
}
