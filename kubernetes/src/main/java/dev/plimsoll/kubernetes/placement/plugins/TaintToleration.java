package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.NodeLocalFilter;
import dev.plimsoll.kubernetes.placement.framework.NodeLocalScore;
import dev.plimsoll.kubernetes.placement.framework.PreFilterResult;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.ScorePlugin;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.NodeSet;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.placement.snapshot.Tolerations;
import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.List;

/**
 * Keeps pods from nodes with a NoSchedule or NoExecute taint that they don't tolerate, and prefers
 * those with fewer PreferNoSchedule taints that they don't tolerate.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go}.
 */
public final class TaintToleration implements FilterPlugin, ScorePlugin {
  private static final String PREFER_NO_SCHEDULE = "PreferNoSchedule";
  private static final String NAME = "TaintToleration";
  private static final Rejection UNTOLERATED =
      Rejection.unresolvable(NAME, "node(s) had untolerated taint(s)");

  private static final String COMPARISON =
      "A toleration of the pod compares numbers; assuming that the feature gate"
          + " TaintTolerationComparisonOperators is on.";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(PodInfo pod, Snapshot snapshot) {
    List<Toleration> tolerations = pod.pod().spec().tolerations();
    KubernetesControlPlane controlPlane = snapshot.cluster().controlPlane();
    List<String> assumptions =
        Tolerations.compare(tolerations)
                && !controlPlane.enables(FeatureGate.TAINT_TOLERATION_COMPARISON)
            ? List.of(COMPARISON)
            : List.of();
    NodeSet tolerated = snapshot.nodesTolerated(tolerations);
    if (tolerated.isAll()) {
      return new PreFilterResult.Skip(assumptions);
    }
    return new PreFilterResult.Check(
        controlPlane.isAtLeast(KubernetesVersion.V1_34)
            ? new Tolerated(tolerated)
            : new NamedTaint(tolerated, tolerations),
        assumptions);
  }

  private record Tolerated(NodeSet nodes) implements NodeLocalFilter {
    @Override
    public Status filter(NodeInfo node) {
      return nodes.contains(node) ? Status.Success.SUCCESS : UNTOLERATED;
    }
  }

  /** Names the first taint that isn't tolerated, as was done up to Kubernetes 1.33. */
  private record NamedTaint(NodeSet nodes, List<Toleration> tolerations)
      implements NodeLocalFilter {
    @Override
    public Status filter(NodeInfo node) {
      return nodes.contains(node)
          ? Status.Success.SUCCESS
          : Tolerations.firstUntolerated(tolerations, node.node().taints())
              .map(t -> "node(s) had untolerated taint {" + t.key() + ": " + t.value() + "}")
              .map(reason -> Rejection.unresolvable(NAME, reason))
              .orElse(UNTOLERATED);
    }
  }

  @Override
  public long[] score(PodInfo pod, Snapshot snapshot, List<NodeInfo> nodes) {
    List<Toleration> tolerations = pod.pod().spec().tolerations();
    return ScorePlugin.reversed(new Untolerated(tolerations).of(snapshot, nodes));
  }

  private record Untolerated(List<Toleration> tolerations) implements NodeLocalScore {
    @Override
    public long of(NodeInfo node) {
      return node.node().taints().stream()
          .filter(taint -> taint.effect().equals(PREFER_NO_SCHEDULE))
          .filter(taint -> !Tolerations.tolerates(tolerations, taint))
          .count();
    }
  }
}
