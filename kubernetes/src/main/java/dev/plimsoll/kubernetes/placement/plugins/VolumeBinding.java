package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Volume;
import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.PreFilterResult;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps pods from nodes that the volumes of their claims can't be reached from, or where claims
 * that wait for a pod can't get one.
 *
 * <p>The capacity of storage systems for new volumes isn't modelled. The translation of volumes of
 * retired in-tree plug-ins isn't modelled either. Source: {@code
 * pkg/scheduler/framework/plugins/volumebinding/volume_binding.go}, {@code
 * pkg/scheduler/framework/plugins/volumebinding/binder.go}.
 */
public final class VolumeBinding implements FilterPlugin {
  static final String NAME = "VolumeBinding";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Requirement> requirements(PodInfo info, Snapshot snapshot) {
    return info.pod().spec().volumes().isEmpty()
        ? List.of()
        : new StorageView(snapshot.cluster()).requirements(info.pod());
  }

  @Override
  public PreFilterResult preFilter(PodInfo info, Snapshot snapshot) {
    Pod pod = info.pod();
    if (pod.spec().volumes().isEmpty()) {
      return PreFilterResult.skip();
    }
    StorageView storage = new StorageView(snapshot.cluster());
    PodVolumeClaims claims = new PodVolumeClaims(storage);
    if (!storage.knowsClaims()) {
      return new PreFilterResult.Skip(claims.assumptions());
    }
    for (Volume volume : pod.spec().volumes()) {
      String name = volume.claimName(pod);
      boolean ephemeral = volume.claimName().isEmpty();
      Optional<PersistentVolumeClaim> claim = storage.claim(pod.namespace(), name);
      if (claim.isEmpty()) {
        return reject(
            ephemeral
                ? "waiting for ephemeral volume controller to create the persistentvolumeclaim \""
                    + name
                    + "\""
                : StorageView.claimNotFound(name));
      }
      Optional<String> unusable = unusable(claim.get(), pod, ephemeral);
      if (unusable.isPresent()) {
        return reject(unusable.get());
      }
      claims.add(claim.get());
    }
    return claims.waitsForController()
        ? reject("pod has unbound immediate PersistentVolumeClaims")
        : new PreFilterResult.Check(
            new VolumeBindingFilter(storage, claims.bound(), claims.waiting()),
            claims.assumptions());
  }

  /**
   * Returns the cluster after a pod's waiting claims are bound to existing volumes on its node.
   * Volumes that would be provisioned concern no other pod.
   */
  public static Cluster bindVolumes(Cluster cluster, Pod pod, String nodeName) {
    Optional<Node> node = cluster.find(Node.class, "", nodeName);
    Cluster current = cluster;
    for (Volume volume : node.isPresent() ? pod.spec().volumes() : List.<Volume>of()) {
      StorageView storage = new StorageView(current);
      Optional<PersistentVolumeClaim> claim =
          storage
              .claim(pod.namespace(), volume.claimName(pod))
              .filter(c -> c.volumeName().isEmpty() && storage.bindsLate(c));
      Optional<PersistentVolume> match =
          claim.flatMap(
              c -> VolumeMatcher.smallest(c, storage.volumesFor(c), node.get(), Set.of()));
      if (match.isPresent()) {
        current =
            current
                .with(match.get().boundTo(claim.get()))
                .with(claim.get().boundTo(match.get().name()));
      }
    }
    return current;
  }

  private static Optional<String> unusable(
      PersistentVolumeClaim claim, Pod pod, boolean ephemeral) {
    if (claim.phase().equals("Lost")) {
      return Optional.of(
          "persistentvolumeclaim \""
              + claim.name()
              + "\" bound to non-existent persistentvolume \""
              + claim.volumeName()
              + "\"");
    }
    if (claim.metadata().deletionTimestamp().isPresent()) {
      return Optional.of("persistentvolumeclaim \"" + claim.name() + "\" is being deleted");
    }
    return ephemeral && !isControlledBy(claim.metadata(), pod)
        ? Optional.of(
            "PVC %1$s/%2$s was not created for pod %1$s/%3$s (pod is not owner)"
                .formatted(claim.namespace(), claim.name(), pod.name()))
        : Optional.empty();
  }

  private static boolean isControlledBy(ObjectMeta claim, Pod pod) {
    return claim.controller().filter(o -> o.uid().equals(pod.metadata().uid())).isPresent();
  }

  private static PreFilterResult reject(String reason) {
    return new PreFilterResult.Reject(Rejection.unresolvable(NAME, reason));
  }
}
