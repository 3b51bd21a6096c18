package dev.plimsoll.extender.accounting;

import java.util.List;

/**
 * Everything that decides whether a pod may be bound to a node.
 *
 * @param checks what the gang, quotas and shares say of the pod on that node
 * @param resources what the node has free for the pod
 */
public record BindCheck(List<HoldCheck> checks, NodeCheck resources) {
  public BindCheck {
    checks = List.copyOf(checks);
  }

  /** Returns why the pod may not be bound; empty if it may. */
  public String rejection() {
    return HoldCheck.firstHold(checks).map(HoldReason::text).orElseGet(resources::rejection);
  }
}
