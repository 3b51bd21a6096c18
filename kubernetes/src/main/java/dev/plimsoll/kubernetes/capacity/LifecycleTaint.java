package dev.plimsoll.kubernetes.capacity;

import dev.plimsoll.kubernetes.object.Taint;
import java.util.Map;
import java.util.Optional;

/**
 * The taints that Kubernetes, cloud providers and autoscalers set by the state of a node, and what
 * each tells of the node. Other taints reserve a node for some pods.
 *
 * <p>Sources: Kubernetes' "Well-Known Labels, Annotations and Taints"; {@code
 * k8s.io/autoscaler/cluster-autoscaler/utils/taints/taints.go} of the cluster autoscaler; {@code
 * sigs.k8s.io/karpenter/pkg/apis/v1/taints.go} of Karpenter; {@code
 * github.com/aws/aws-node-termination-handler/pkg/node/node.go} of the AWS node termination
 * handler; GKE's "About graceful node shutdown"; Cilium's "Considerations on Node Pool Taints"; the
 * installation of the AWS EBS CSI driver.
 */
public final class LifecycleTaint {
  private static final String KUBERNETES = "node.kubernetes.io/";
  private static final String TERMINATION_HANDLER = "aws-node-termination-handler/";

  private static final Map<String, NodeOutlook.Prospect> OF_KUBERNETES =
      Map.of(
          "unschedulable", NodeOutlook.Prospect.GOING,
          "out-of-service", NodeOutlook.Prospect.GOING);

  private static final Map<String, NodeOutlook.Prospect> OF_OTHERS =
      Map.of(
          "node.cloudprovider.kubernetes.io/uninitialized", NodeOutlook.Prospect.BACK_SOON,
          "node.cloudprovider.kubernetes.io/shutdown", NodeOutlook.Prospect.BACK_SOON,
          "ToBeDeletedByClusterAutoscaler", NodeOutlook.Prospect.GOING,
          "karpenter.sh/disrupted", NodeOutlook.Prospect.GOING,
          "karpenter.sh/disruption", NodeOutlook.Prospect.GOING,
          "karpenter.sh/unregistered", NodeOutlook.Prospect.BACK_SOON,
          "cloud.google.com/impending-node-termination", NodeOutlook.Prospect.GOING,
          "node.cilium.io/agent-not-ready", NodeOutlook.Prospect.BACK_SOON,
          "ebs.csi.aws.com/agent-not-ready", NodeOutlook.Prospect.BACK_SOON);

  /** The condition by which the node lifecycle controller sets a taint. */
  private static final Map<String, String> CONDITIONS =
      Map.of(
          KUBERNETES + "not-ready", "Ready",
          KUBERNETES + "unreachable", "Ready",
          KUBERNETES + "memory-pressure", "MemoryPressure",
          KUBERNETES + "disk-pressure", "DiskPressure",
          KUBERNETES + "pid-pressure", "PIDPressure",
          KUBERNETES + "network-unavailable", "NetworkUnavailable");

  private LifecycleTaint() {}

  /**
   * Returns the state that the taint tells of its node; empty if the taint reserves the node for
   * some pods.
   */
  static Optional<NodeOutlook.Prospect> prospect(Taint taint) {
    String key = taint.key();
    if (key.startsWith(KUBERNETES)) {
      return Optional.of(
          OF_KUBERNETES.getOrDefault(
              key.substring(KUBERNETES.length()), NodeOutlook.Prospect.BACK_SOON));
    }
    return key.startsWith(TERMINATION_HANDLER)
        ? Optional.of(NodeOutlook.Prospect.GOING)
        : Optional.ofNullable(OF_OTHERS.get(key));
  }

  /** Returns whether the taint announces the end of its node. A cordon announces none. */
  static boolean announcesEnd(Taint taint) {
    return !taint.key().equals(KUBERNETES + "unschedulable")
        && prospect(taint).equals(Optional.of(NodeOutlook.Prospect.GOING));
  }

  /** Returns the type of the condition by which Kubernetes sets the taint. */
  static Optional<String> condition(Taint taint) {
    return Optional.ofNullable(CONDITIONS.get(taint.key()));
  }
}
