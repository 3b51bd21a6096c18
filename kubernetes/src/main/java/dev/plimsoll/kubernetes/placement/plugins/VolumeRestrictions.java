package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.InlineDisk;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Volume;
import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.NodeFilter;
import dev.plimsoll.kubernetes.placement.framework.PreFilterResult;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.Status;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PlacedPod;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps a pod from all nodes while another pod uses its ReadWriteOncePod claim. Keeps it from nodes
 * where another pod uses a disk that the pod names itself.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go}.
 */
public final class VolumeRestrictions implements FilterPlugin {
  private static final String NAME = "VolumeRestrictions";
  private static final Rejection IN_USE =
      Rejection.unschedulable(
          NAME,
          "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode"
              + " already in-use by another pod");

  /** The same up to Kubernetes 1.33. */
  private static final Rejection IN_USE_UP_TO_1_33 =
      Rejection.unschedulable(
          NAME,
          "node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access"
              + " mode");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(PodInfo info, Snapshot snapshot) {
    List<InlineDisk> disks = info.pod().spec().disks();
    PreFilterResult claims = claims(info.pod(), snapshot);
    if (disks.isEmpty() || claims instanceof PreFilterResult.Reject) {
      return claims;
    }
    NodeFilter next =
        claims instanceof PreFilterResult.Check check
            ? check.filter()
            : node -> Status.Success.SUCCESS;
    return PreFilterResult.check(new DiskConflicts(disks, next));
  }

  private static PreFilterResult claims(Pod pod, Snapshot snapshot) {
    StorageView storage = new StorageView(snapshot.cluster());
    if (pod.spec().volumes().isEmpty() || !storage.knowsClaims()) {
      return PreFilterResult.skip();
    }
    Set<String> exclusive = new HashSet<>();
    for (Volume volume : pod.spec().volumes()) {
      if (volume.claimName().isEmpty()) {
        continue;
      }
      String name = volume.claimName().get();
      Optional<PersistentVolumeClaim> claim = storage.claim(pod.namespace(), name);
      if (claim.isEmpty()) {
        return new PreFilterResult.Reject(
            Rejection.unresolvable(NAME, StorageView.claimNotFound(name)));
      }
      if (claim.get().accessModes().contains("ReadWriteOncePod")) {
        exclusive.add(name);
      }
    }
    int uses = uses(exclusive, pod.namespace(), snapshot);
    Rejection inUse =
        snapshot.cluster().controlPlane().isAtLeast(KubernetesVersion.V1_34)
            ? IN_USE
            : IN_USE_UP_TO_1_33;
    return uses == 0
        ? PreFilterResult.skip()
        : PreFilterResult.check(new ExclusiveClaims(exclusive, uses, inUse));
  }

  /** How many of the claims are in use, each counted once. */
  private static int uses(Set<String> claims, String namespace, Snapshot snapshot) {
    if (claims.isEmpty()) {
      return 0;
    }
    Set<String> used = new HashSet<>();
    for (PlacedPod placed : snapshot.pods(namespace)) {
      for (Volume volume : placed.pod().pod().spec().volumes()) {
        volume.claimName().filter(claims::contains).ifPresent(used::add);
      }
    }
    return used.size();
  }

  /**
   * As in Kubernetes, a pod that is added or removed counts by its claims' names, regardless of its
   * namespace.
   */
  private record ExclusiveClaims(Set<String> names, int uses, Rejection inUse)
      implements NodeFilter {

    @Override
    public Status filter(NodeInfo node) {
      return uses > 0 ? inUse : Status.Success.SUCCESS;
    }

    @Override
    public NodeFilter with(PodInfo added, NodeInfo node) {
      return new ExclusiveClaims(names, uses + usesBy(added.pod()), inUse);
    }

    @Override
    public NodeFilter without(PodInfo removed, NodeInfo node) {
      return new ExclusiveClaims(names, uses - usesBy(removed.pod()), inUse);
    }

    private int usesBy(Pod pod) {
      int count = 0;
      for (Volume volume : pod.spec().volumes()) {
        count += volume.claimName().filter(names::contains).isPresent() ? 1 : 0;
      }
      return count;
    }
  }
}
