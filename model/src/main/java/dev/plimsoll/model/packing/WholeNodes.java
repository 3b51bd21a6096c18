package dev.plimsoll.model.packing;

import java.util.List;

/**
 * The default. Strands the fewest devices, as {@link FragmentationGradient} does, with four
 * differences that keep whole nodes free.
 *
 * <ul>
 *   <li>A kind of ask weighs as much as the devices it asks for. Pods that take a whole node are
 *       few, but to them a broken node is lost altogether.
 *   <li>Such pods are expected even when none came lately: they have at least {@link #LEAST_SHARE}
 *       of the weight.
 *   <li>Where that makes little difference, a node of the largest size that is broken already is
 *       filled up before a smaller one. When pods end, the holes are then in small nodes, where
 *       they cost no whole node.
 *   <li>A pod that asks for no device goes to a node that has none; otherwise to one with few free
 *       devices.
 * </ul>
 */
public final class WholeNodes implements Packing {

  /** Enough that a whole node counts, too little to strand many devices for its sake. */
  private static final double LEAST_SHARE = 0.05;

  /** What filling up a large node is worth: less than an eighth of a device stranded. */
  private static final long FILLING_UP = Stranding.DEVICE / 10;

  /** Below the share of all but the rarest kinds; half of it no longer changes the outcome. */
  private static final long STEP = Stranding.DEVICE / 64;

  private static final long MILLI_CPU_PER_DEVICE = 1000;
  private static final long MEMORY_PER_DEVICE = 8L << 30;

  private static final long BEST = Long.MAX_VALUE / 4;

  @Override
  public int[] scores(List<Room> rooms, Ask ask, Mix mix) {
    Ask whole = wholeNode(rooms);
    Stranding stranding = mix.byDevices(whole, LEAST_SHARE);
    long[] values = new long[rooms.size()];
    for (int i = 0; i < values.length; i++) {
      Room room = rooms.get(i);
      values[i] =
          ask.devices() == 0
              ? valueWithoutDevices(room, ask, stranding)
              : valueWithDevices(room, ask, stranding, whole);
    }
    return Levels.of(values, STEP);
  }

  /** The least that a pod for a whole node of the largest size asks for. */
  private static Ask wholeNode(List<Room> rooms) {
    long largest = 0;
    for (Room room : rooms) {
      largest = Math.max(largest, Stranding.bounded(room.devices()));
    }
    return new Ask(largest, largest * MILLI_CPU_PER_DEVICE, largest * MEMORY_PER_DEVICE);
  }

  private static long valueWithDevices(Room room, Ask ask, Stranding stranding, Ask whole) {
    boolean broken = room.devices() >= whole.devices() && !room.fits(whole);
    return stranding.gain(room, ask) + (broken ? FILLING_UP : 0);
  }

  private static long valueWithoutDevices(Room room, Ask ask, Stranding stranding) {
    return room.devices() == 0
        ? BEST
        : stranding.gain(room, ask) - STEP * Stranding.bounded(room.freeDevices());
  }
}
