package dev.plimsoll.model.placement.framework;

import dev.plimsoll.model.object.Node;
import java.util.List;

/**
 * Why a pod can't go to one node. A node contributes the reasons of the first plug-in that rejects
 * it.
 *
 * @param node the node
 * @param rejection which plug-in rejected it, and why
 */
public record NodeDiagnosis(Node node, Rejection rejection) {

  /** Returns the plug-in that rejected it, under Kubernetes' name. */
  public String plugin() {
    return rejection.plugin();
  }

  /** Returns the reasons as kube-scheduler words them. */
  public List<String> reasons() {
    return rejection.reasons();
  }

  /** Returns whether removing other pods could help. */
  public Rejection.Code code() {
    return rejection.code();
  }
}
