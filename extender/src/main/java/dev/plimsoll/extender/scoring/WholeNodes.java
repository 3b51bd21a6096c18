package dev.plimsoll.extender.scoring;

import java.util.List;

/**
 * Keeps whole nodes free by filling those up that won't be whole soon. A node is whole again when
 * the last of its pods has ended, so what counts is how many they are: with each pod of the same
 * expected life, one that takes all devices or one that takes a single device, the chance that all
 * have ended by a given time is multiplied by the same factor. A pod therefore goes
 *
 * <ol>
 *   <li>to a small node before a large one: what is left free there costs no large node;
 *   <li>to a node of which devices are taken before one of which none is;
 *   <li>to the node with the most pods, where CPUs and memory that are all taken count as {@link
 *       #FULL_NODE} pods: where they run out first, what is scattered of them is lost;
 *   <li>always to the same of equal nodes: the pods of a burst then fill one node, although they
 *       are placed before any of them shows in what is known of the nodes.
 * </ol>
 *
 * <p>A pod that asks for no device goes to any node that has none, and is packed only where there
 * is no such node. {@code bench/packing} has what this brings, and on which clusters the one
 * constant was chosen.
 */
public final class WholeNodes implements BinPacking {

  /** So many pods count as much as CPUs and memory that are all taken. */
  private static final long FULL_NODE = 16;

  private static final long FULL_LOAD = 1000;
  private static final long POD = FULL_LOAD / FULL_NODE;

  /** More than any number of pods and load make, and more than that. */
  private static final long BROKEN = 1L << 28;

  private static final long DEVICE = 1L << 29;

  /** More pods and more devices than any node has, few enough that values are below 2^62. */
  private static final long MAX_PODS = 1L << 20;

  private static final long MAX_DEVICES = 1L << 30;

  @Override
  public int[] scores(List<NodeHeadroom> nodeHeadrooms, boolean wantsDevices) {
    long[] values = new long[nodeHeadrooms.size()];
    int favorite = -1;
    boolean spare = false;
    for (int i = 0; i < values.length; i++) {
      NodeHeadroom nodeHeadroom = nodeHeadrooms.get(i);
      values[i] = 2 * value(nodeHeadroom);
      spare |= nodeHeadroom.devices() <= 0;
      if (favorite < 0
          || values[i] > values[favorite]
          || (values[i] == values[favorite]
              && nodeHeadroom.order() < nodeHeadrooms.get(favorite).order())) {
        favorite = i;
      }
    }
    if (!wantsDevices && spare) {
      return withoutDevices(nodeHeadrooms);
    }
    if (favorite >= 0) {
      values[favorite]++;
    }
    return ScoreLevels.of(values);
  }

  private static int[] withoutDevices(List<NodeHeadroom> nodeHeadrooms) {
    int[] scores = new int[nodeHeadrooms.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = nodeHeadrooms.get(i).devices() <= 0 ? MAX_SCORE : 0;
    }
    return scores;
  }

  private static long value(NodeHeadroom nodeHeadroom) {
    long value =
        bounded(nodeHeadroom.pods(), MAX_PODS) * POD + bounded(nodeHeadroom.load(), FULL_LOAD);
    if (nodeHeadroom.freeDevices() < nodeHeadroom.devices()) {
      value += BROKEN;
    }
    return value - bounded(nodeHeadroom.devices(), MAX_DEVICES) * DEVICE;
  }

  private static long bounded(long value, long most) {
    return Math.max(0, Math.min(value, most));
  }
}
