package dev.plimsoll.model.placement.plugins;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.Requirement;
import dev.plimsoll.model.object.CsiNode;
import dev.plimsoll.model.object.PersistentVolume;
import dev.plimsoll.model.object.PersistentVolumeClaim;
import dev.plimsoll.model.object.StorageClass;
import dev.plimsoll.model.placement.framework.FilterPlugin;
import dev.plimsoll.model.placement.framework.PreFilterResult;
import dev.plimsoll.model.placement.framework.Rejection;
import dev.plimsoll.model.placement.framework.Status;
import dev.plimsoll.model.placement.snapshot.NodeInfo;
import dev.plimsoll.model.placement.snapshot.PodInfo;
import dev.plimsoll.model.placement.snapshot.Snapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps pods from nodes that would get more volumes of a CSI driver than they take.
 *
 * <p>Volumes that are attached to a node while no pod there uses them, and those of retired in-tree
 * plug-ins, aren't counted. Source: {@code
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
    return PreFilterResult.check(
        node ->
            cluster
                .find(CsiNode.class, "", node.name())
                .filter(limits -> exceeds(limits.volumeLimits(), wanted, node, volumes))
                .map(limits -> (Status) TOO_MANY)
                .orElse(Status.Success.SUCCESS));
  }

  private static boolean exceeds(
      Map<String, Integer> limits, Map<String, String> wanted, NodeInfo node, CsiVolumes volumes) {
    if (limits.isEmpty()) {
      return false;
    }
    Map<String, String> attached = new HashMap<>();
    for (PodInfo pod : node.pods()) {
      attached.putAll(volumes.of(pod.pod()));
    }
    Map<String, String> added = new HashMap<>(wanted);
    added.keySet().removeAll(attached.keySet());
    for (String driver : added.values()) {
      Integer limit = limits.get(driver);
      if (limit != null && count(attached, driver) + count(added, driver) > limit) {
        return true;
      }
    }
    return false;
  }

  private static long count(Map<String, String> volumes, String driver) {
    return volumes.values().stream().filter(driver::equals).count();
  }
}
