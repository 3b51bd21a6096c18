package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.object.Node;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Why a pod can't go to one node. A node contributes the reasons of the first plug-in that rejects
 * it.
 *
 * @param node the node
 * @param rejection which plug-in rejected it, and why
 * @param details what the plug-in can tell beyond the reasons
 */
public record NodeDiagnosis(
    Node node, Rejection rejection, Supplier<Optional<RejectionDetail>> details) {
  private static final Set<String> KEEP_OUT =
      Set.of("NodeUnschedulable", "NodeName", "TaintToleration", "NodeAffinity");

  /** Returns the plug-in's details beyond the reasons; they are computed at each call. */
  public Optional<RejectionDetail> detail() {
    return details.get();
  }

  /** Returns the plug-in that rejected it, under Kubernetes' name. */
  public String plugin() {
    return rejection.plugin();
  }

  /**
   * Returns whether the node is eligible: it isn't cordoned, and the pod's name, tolerations,
   * selectors and affinity allow it.
   */
  public boolean isEligible() {
    return !KEEP_OUT.contains(plugin());
  }

  /** Returns the reasons as kube-scheduler words them. */
  public List<String> reasons() {
    return rejection.reasons();
  }

  /** Returns whether removing other pods could help. */
  public Rejection.Code code() {
    return rejection.code();
  }

  /** Returns whether node and rejection are equal; the details follow from them. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NodeDiagnosis same
        && node.equals(same.node)
        && rejection.equals(same.rejection);
  }

  @Override
  public int hashCode() {
    return Objects.hash(node, rejection);
  }
}
