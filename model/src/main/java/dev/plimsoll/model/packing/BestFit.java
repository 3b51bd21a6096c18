package dev.plimsoll.model.packing;

import java.util.List;

/** Takes the node that has the fewest devices left, whatever its CPUs and memory. */
public final class BestFit implements Packing {

  @Override
  public int[] scores(List<Room> rooms, Ask ask, Mix mix) {
    long[] values = new long[rooms.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = -Stranding.bounded(rooms.get(i).freeDevices());
    }
    return Levels.of(values, 1);
  }
}
