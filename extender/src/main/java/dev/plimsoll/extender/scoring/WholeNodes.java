package dev.plimsoll.extender.scoring;

import java.util.List;

/**
 * Keeps whole nodes free by filling those up that are nearly full and won't be whole soon. What is
 * taken of a node is what is taken of its scarcest resource: once that has run out, no pod can use
 * the rest. A node is whole again when the last of its pods has ended, so how many they are counts,
 * too: with each pod of the same expected life, one that takes all devices or one that takes a
 * single device, the chance that all have ended by a given time is multiplied by the same factor. A
 * pod therefore goes
 *
 * <ol>
 *   <li>to a small node before a large one: what is left free there costs no large node;
 *   <li>to a node of which devices are taken before one of which none is;
 *   <li>to the node of which most is taken: of its scarcest resource, with devices among them, and
 *       once more of CPU or memory alone, since those tell nodes apart that have no device left;
 *       each pod counts as much as {@link #POD} thousandths;
 *   <li>with levels of domains, also to the domain that is filled first: of nodes that have no pods
 *       always to that one, so that the last racks stay whole;
 *   <li>always to the same of equal nodes: the pods of a burst then fill one node, although they
 *       are placed before any of them shows in what is known of the nodes.
 * </ol>
 *
 * <p>A pod that asks for no device goes to any node that has none, and is packed only where there
 * is no such node. {@code bench/packing} has what this brings, and on which clusters the one
 * constant was chosen.
 */
public final class WholeNodes implements BinPacking {

  private static final long FULL_LOAD = 1000;

  /** A pod counts as much as this number of thousandths of a resource. */
  private static final long POD = 16;

  /** A thousandth of all domains counts as much as this number of thousandths of a resource. */
  private static final long DOMAIN = 2;

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
    long devices = bounded(nodeHeadroom.devices(), MAX_DEVICES);
    long load = bounded(nodeHeadroom.load(), FULL_LOAD);
    long value =
        bounded(nodeHeadroom.pods(), MAX_PODS) * POD
            + DOMAIN * bounded(nodeHeadroom.domain(), FULL_LOAD)
            + load
            + Math.max(load, taken(devices, nodeHeadroom.freeDevices()));
    if (nodeHeadroom.freeDevices() < nodeHeadroom.devices()) {
      value += BROKEN;
    }
    return value - devices * DEVICE;
  }

  /** Returns the thousandths of the devices that are taken; 0 where there are none. */
  private static long taken(long devices, long free) {
    return devices == 0 ? 0 : FULL_LOAD * (devices - bounded(free, devices)) / devices;
  }

  private static long bounded(long value, long most) {
    return Math.max(0, Math.min(value, most));
  }
}
