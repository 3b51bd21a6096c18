package dev.plimsoll.model.packing;

import java.util.List;

/**
 * Takes the node where the pod strands the fewest devices: those left over that a pod of the mix,
 * taken at random, could not use (Weng et al., "Beware of Fragmentation: Scheduling GPU-Sharing
 * Workloads with Fragmentation Gradient Descent", USENIX ATC '23; whole devices).
 */
public final class FragmentationGradient implements Packing {
  @Override
  public int[] scores(List<Room> rooms, Ask ask, Mix mix) {
    Stranding stranding = mix.byPods();
    long[] values = new long[rooms.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = stranding.gain(rooms.get(i), ask);
    }
    return Levels.of(values, Stranding.STEP);
  }
}
