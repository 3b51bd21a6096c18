package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which of the volumes that exist a claim gets on a node: the one kept for it, else the smallest
 * that is available and fits.
 *
 * <p>Sources: {@code FindMatchingVolume} in {@code
 * staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go}, {@code
 * allPossibleMatchingAccessModes} in {@code pkg/controller/volume/persistentvolume/index.go},
 * {@code checkVolumeSatisfyClaim} in {@code
 * pkg/controller/volume/persistentvolume/pv_controller.go}.
 */
final class VolumeMatcher {
  private VolumeMatcher() {}

  static Optional<PersistentVolume> smallest(
      PersistentVolumeClaim claim, List<PersistentVolume> volumes, Node node, Set<String> taken) {
    Optional<PersistentVolume> smallest = Optional.empty();
    for (PersistentVolume volume : volumes) {
      if (taken.contains(volume.name()) || !isBigEnoughAndAlike(volume, claim)) {
        continue;
      }
      boolean reached = VolumeBindingFilter.reaches(node, volume);
      if (volume.claim().isPresent()) {
        if (!isFor(volume.claim().get(), claim)) {
          continue;
        }
        return Optional.of(volume).filter(v -> reached);
      }
      if (reached
          && isAvailable(volume, claim)
          && (smallest.isEmpty() || size(volume).compareTo(size(smallest.get())) < 0)) {
        smallest = Optional.of(volume);
      }
    }
    return smallest;
  }

  /**
   * Returns the volume that the controller binds to a claim. Of the volumes with the fewest access
   * modes, a volume kept for the claim goes first, then the smallest.
   *
   * @param waits whether the claim waits for a pod, so that it gets no other than a kept volume
   */
  static Optional<PersistentVolume> withFewestModes(
      PersistentVolumeClaim claim, Collection<PersistentVolume> volumes, boolean waits) {
    return volumes.stream()
        .filter(v -> v.accessModes().containsAll(claim.accessModes()))
        .filter(v -> isBigEnoughAndAlike(v, claim))
        .filter(v -> isKeptFor(v, claim) || (!waits && isFree(v, claim)))
        .min(
            Comparator.comparingInt((PersistentVolume v) -> v.accessModes().size())
                .thenComparing(v -> !isKeptFor(v, claim))
                .thenComparing(VolumeMatcher::size));
  }

  private static boolean isFree(PersistentVolume volume, PersistentVolumeClaim claim) {
    return volume.claim().isEmpty()
        && volume.storageClass().equals(claim.storageClass().orElse(""))
        && isAvailable(volume, claim);
  }

  /** Returns whether a claim that names a volume gets it. */
  static boolean satisfies(PersistentVolume volume, PersistentVolumeClaim claim) {
    return isKeptFor(volume, claim)
        || (volume.claim().isEmpty()
            && volume.storageClass().equals(claim.storageClass().orElse(""))
            && volume.accessModes().containsAll(claim.accessModes())
            && isBigEnoughAndAlike(volume, claim));
  }

  private static boolean isKeptFor(PersistentVolume volume, PersistentVolumeClaim claim) {
    return volume.claim().filter(c -> isFor(c, claim)).isPresent();
  }

  private static boolean isBigEnoughAndAlike(PersistentVolume volume, PersistentVolumeClaim claim) {
    Quantity wanted = claim.requests().getOrZero(ResourceName.STORAGE);
    return size(volume).compareTo(wanted) >= 0
        && volume.volumeMode().equals(claim.volumeMode())
        && volume.volumeAttributesClassName().equals(claim.volumeAttributesClassName())
        && volume.metadata().deletionTimestamp().isEmpty();
  }

  private static boolean isAvailable(PersistentVolume volume, PersistentVolumeClaim claim) {
    return volume.phase().equals("Available")
        && claim.selector().filter(s -> !s.matches(volume.metadata().labels())).isEmpty()
        && volume.accessModes().containsAll(claim.accessModes());
  }

  private static boolean isFor(ObjectReference kept, PersistentVolumeClaim claim) {
    return kept.name().equals(claim.name())
        && kept.namespace().equals(claim.namespace())
        && (kept.uid().isEmpty() || kept.uid().equals(claim.metadata().uid()));
  }

  private static Quantity size(PersistentVolume volume) {
    return volume.capacity().getOrZero(ResourceName.STORAGE);
  }
}
