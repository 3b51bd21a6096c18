package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import java.util.Optional;

/**
 * Makes new volumes available, and binds claims that don't wait for a pod to existing volumes.
 *
 * <p>It doesn't make volumes. Sources: {@code syncVolume} and {@code syncUnboundClaim} in {@code
 * pkg/controller/volume/persistentvolume/pv_controller.go}, {@code findByClaim} in {@code
 * pkg/controller/volume/persistentvolume/index.go}.
 */
public final class PersistentVolumeController {
  private PersistentVolumeController() {}

  /** Returns the cluster once the controller has seen a stored volume. */
  public static Cluster sync(Cluster cluster, PersistentVolume volume) {
    boolean isNew = volume.phase().isEmpty() || volume.phase().equals("Pending");
    boolean isFree = volume.claim().filter(c -> !c.uid().isEmpty()).isEmpty();
    Cluster current = isNew && isFree ? cluster.with(volume.withPhase("Available")) : cluster;
    for (PersistentVolumeClaim claim : cluster.list(PersistentVolumeClaim.class)) {
      current = sync(current, claim);
    }
    return current;
  }

  /** Returns the cluster with a stored claim bound, if a volume is there for it. */
  public static Cluster sync(Cluster cluster, PersistentVolumeClaim claim) {
    boolean isSettled =
        claim.isFullyBound()
            || claim.phase().equals("Lost")
            || claim.metadata().deletionTimestamp().isPresent();
    return isSettled
        ? cluster
        : volume(new StorageView(cluster), claim)
            .map(v -> cluster.with(v.boundTo(claim)).with(claim.boundTo(v.name())))
            .orElse(cluster);
  }

  private static Optional<PersistentVolume> volume(
      StorageView storage, PersistentVolumeClaim claim) {
    return claim.volumeName().isEmpty()
        ? VolumeMatcher.withFewestModes(claim, storage.volumes(), storage.bindsLate(claim))
        : storage.volume(claim.volumeName()).filter(v -> VolumeMatcher.satisfies(v, claim));
  }
}
