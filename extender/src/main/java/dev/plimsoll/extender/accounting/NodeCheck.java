package dev.plimsoll.extender.accounting;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Optional;

/**
 * The resources of one node that kube-scheduler leaves to the extender.
 *
 * @param requested what a pod requests of them
 * @param free what the node has left
 */
public record NodeCheck(Resources requested, Resources free) {
  /** The pod requests none of these resources. */
  public static final NodeCheck NONE = new NodeCheck(Resources.EMPTY, Resources.EMPTY);

  /** Returns the first resource that the node lacks. */
  public Optional<ResourceName> insufficientResource() {
    return requested.names().stream()
        .filter(n -> free.getOrZero(n).compareTo(requested.getOrZero(n)) < 0)
        .findFirst();
  }

  /** Returns why the pod can't use the node, in kube-scheduler's words; empty if it can. */
  public String rejection() {
    return insufficientResource().map(n -> "Insufficient " + n).orElse("");
  }
}
