package dev.plimsoll.model.gate;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import java.util.Optional;

/** The scheduling gate of pods that wait for their tenant's share. */
public final class ShareGate {
  /** Its name in {@code spec.schedulingGates}. */
  public static final String NAME = "plimsoll.dev/share";

  /** The annotation that says what a gated pod waits for, as half a sentence. */
  public static final String WAITS_FOR = "plimsoll.dev/waits-for";

  private ShareGate() {}

  /** Returns the reason for which the pod waits, if its annotation gives one. */
  public static Optional<String> waitsFor(Pod pod) {
    return Optional.ofNullable(pod.metadata().annotations().get(WAITS_FOR));
  }

  /** Returns whether the pod has it. */
  public static boolean isOn(Pod pod) {
    return pod.spec().schedulingGates().contains(NAME);
  }

  /** Returns whether the gate holds the pod; a pod that is ending isn't held. */
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
