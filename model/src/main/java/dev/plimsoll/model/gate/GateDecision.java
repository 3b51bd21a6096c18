package dev.plimsoll.model.gate;

import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;

/**
 * The decision on the gated pods.
 *
 * @param released those whose gates are removed, in this order
 * @param exempt pods that no policy gates any more, whose gates are removed likewise, and first
 * @param waiting those that stay gated
 */
public record GateDecision(List<GateUnit> released, List<Pod> exempt, List<Waiting> waiting) {

  /**
   * Pods that stay gated.
   *
   * @param pods the pods
   * @param reason why
   */
  public record Waiting(List<Pod> pods, GateReason reason) {

    public Waiting {
      pods = List.copyOf(pods);
    }
  }

  public GateDecision {
    released = List.copyOf(released);
    exempt = List.copyOf(exempt);
    waiting = List.copyOf(waiting);
  }
}
