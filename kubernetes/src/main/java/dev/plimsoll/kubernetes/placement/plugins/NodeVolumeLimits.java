package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.CsiNode;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.VolumeAttachment;
import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.PreFilterResult;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.version.FeatureGate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps pods from nodes that would get more volumes of a CSI driver than they take.
 *
 * <p>Those of retired in-tree plug-ins aren't counted. Source: {@code
 * pkg/scheduler/framework/plugins/nodevolumelimits/csi.go}.
 */
public final class NodeVolumeLimits implements FilterPlugin {
  private static final String NAME = "NodeVolumeLimits";
  private static final Rejection TOO_MANY =
      Rejection.unschedulable(NAME, "node(s) exceed max volume count");

  /** The limits, and the volumes that the other pods of a node have attached. */
  private static final List<Requirement> ATTACHMENTS =
      List.of(
          Requirement.all(CsiNode.RESOURCE),
          Requirement.all(PersistentVolumeClaim.RESOURCE),
          Requirement.all(PersistentVolume.RESOURCE),
          Requirement.all(StorageClass.RESOURCE));

  private static final String LIMITS_UNKNOWN =
      "The snapshot has no CSINodes; assuming that every node can attach the pod's volumes.";

  private static final String DRIVERS_UNKNOWN =
      "CSIDrivers are not read; assuming that none keeps pods from nodes that lack the driver"
          + " (preventPodSchedulingIfMissing).";

  private static final String ATTACHMENTS_UNKNOWN =
      "The snapshot has no VolumeAttachments; assuming that nodes have no volumes attached that"
          + " none of their pods uses.";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Requirement> requirements(PodInfo info, Snapshot snapshot) {
    return new CsiVolumes(new StorageView(snapshot.cluster())).of(info.pod()).isEmpty()
        ? List.of()
        : ATTACHMENTS;
  }

  @Override
  public PreFilterResult preFilter(PodInfo info, Snapshot snapshot) {
    CsiVolumes volumes = new CsiVolumes(new StorageView(snapshot.cluster()));
    Map<String, String> wanted = volumes.of(info.pod());
    if (wanted.isEmpty()) {
      return PreFilterResult.skip();
    }
    Cluster cluster = snapshot.cluster();
    if (!cluster.covers(CsiNode.RESOURCE)) {
      return new PreFilterResult.Skip(List.of(LIMITS_UNKNOWN));
    }
    List<String> assumptions = new ArrayList<>();
    if (cluster.controlPlane().enables(FeatureGate.VOLUME_LIMIT_SCALING)
        && cluster.list(Node.class).stream().anyMatch(n -> lacksDriver(cluster, n, wanted))) {
      assumptions.add(DRIVERS_UNKNOWN);
    }
    boolean isLimited =
        cluster.list(CsiNode.class).stream()
            .anyMatch(n -> !Collections.disjoint(n.volumeLimits().keySet(), wanted.values()));
    if (!isLimited) {
      return new PreFilterResult.Skip(assumptions);
    }
    if (!cluster.covers(VolumeAttachment.RESOURCE)) {
      assumptions.add(ATTACHMENTS_UNKNOWN);
    }
    Map<String, Map<String, String>> attached = volumes.attachedByNode();
    return new PreFilterResult.Check(
        node ->
            exceeds(limits(cluster, node), wanted, used(node, volumes), attached, node.name())
                ? TOO_MANY
                : Status.Success.SUCCESS,
        assumptions);
  }

  private static boolean lacksDriver(Cluster cluster, Node node, Map<String, String> wanted) {
    return !cluster
        .find(CsiNode.class, "", node.name())
        .map(CsiNode::drivers)
        .orElse(Set.of())
        .containsAll(wanted.values());
  }

  private static Map<String, Integer> limits(Cluster cluster, NodeInfo node) {
    return cluster.find(CsiNode.class, "", node.name()).map(CsiNode::volumeLimits).orElse(Map.of());
  }

  private static Map<String, String> used(NodeInfo node, CsiVolumes volumes) {
    Map<String, String> used = new HashMap<>();
    for (PodInfo pod : node.pods()) {
      used.putAll(volumes.of(pod.pod()));
    }
    return used;
  }

  /** As in Kubernetes, a volume that the pod wants counts twice if only it is attached already. */
  private static boolean exceeds(
      Map<String, Integer> limits,
      Map<String, String> wanted,
      Map<String, String> used,
      Map<String, Map<String, String>> attached,
      String node) {
    Map<String, String> added = new HashMap<>(wanted);
    added.keySet().removeAll(used.keySet());
    Map<String, String> present = new HashMap<>(attached.getOrDefault(node, Map.of()));
    present.putAll(used);
    for (String driver : added.values()) {
      Integer limit = limits.get(driver);
      if (limit != null && count(present, driver) + count(added, driver) > limit) {
        return true;
      }
    }
    return false;
  }

  private static long count(Map<String, String> volumes, String driver) {
    return volumes.values().stream().filter(driver::equals).count();
  }
}
