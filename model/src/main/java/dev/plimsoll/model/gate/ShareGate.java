package dev.plimsoll.model.gate;

import dev.plimsoll.model.object.Pod;
import java.util.List;

/** The scheduling gate of pods that wait for their tenant's share. */
public final class ShareGate {
  /** Its name in {@code spec.schedulingGates}. */
  public static final String NAME = "plimsoll.dev/share";

  private ShareGate() {}

  /** Returns whether the pod has it. */
  public static boolean isOn(Pod pod) {
    return pod.spec().schedulingGates().contains(NAME);
  }

  /** Returns whether the pod waits behind it; one that ends doesn't. */
  public static boolean holds(Pod pod) {
    return isOn(pod) && isToBePlaced(pod);
  }

  /** Returns whether the pod has no node yet and isn't ending. */
  static boolean isToBePlaced(Pod pod) {
    return !pod.isBound() && !pod.isTerminal() && !pod.isTerminating();
  }

  /** Returns the pod as it is once all its gates are gone. */
  static Pod ungated(Pod pod) {
    return pod.withSpec(pod.spec().withSchedulingGates(List.of()));
  }
}
