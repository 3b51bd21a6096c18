package dev.plimsoll.kubernetes.object;

import java.util.Optional;

/**
 * From which nodes devices can be reached; nothing set means from none.
 *
 * @param nodeName the one node, empty for none
 * @param nodeSelector the nodes by their labels
 * @param allNodes whether from every node
 */
public record DeviceNodes(String nodeName, Optional<NodeSelector> nodeSelector, boolean allNodes) {
  /** Nothing is set. */
  public static final DeviceNodes NONE = new DeviceNodes("", Optional.empty(), false);

  /** Returns whether anything is set. */
  public boolean isSet() {
    return !nodeName.isEmpty() || nodeSelector.isPresent() || allNodes;
  }
}
