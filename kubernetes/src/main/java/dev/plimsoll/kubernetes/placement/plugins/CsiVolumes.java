package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolume.CsiSource;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.Volume;
import dev.plimsoll.kubernetes.object.VolumeAttachment;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The volumes that CSI drivers provide to pods.
 *
 * @param storage where claims and volumes are found
 */
record CsiVolumes(StorageView storage) {
  private static final String IN_TREE = "kubernetes.io/";

  /** The drivers by volume. A volume that is yet to be made goes by its claim. */
  Map<String, String> of(Pod pod) {
    if (pod.spec().volumes().isEmpty()) {
      return Map.of();
    }
    Map<String, String> drivers = new HashMap<>();
    for (Volume volume : pod.spec().volumes()) {
      storage
          .claim(pod.namespace(), volume.claimName(pod))
          .flatMap(this::source)
          .ifPresent(s -> drivers.put(s.driver() + "/" + s.volumeHandle(), s.driver()));
    }
    return drivers;
  }

  /** The drivers by volume, by node, of what is attached whether a pod there uses it or not. */
  Map<String, Map<String, String>> attachedByNode() {
    Map<String, Map<String, String>> byNode = new HashMap<>();
    for (VolumeAttachment attachment : storage.cluster().list(VolumeAttachment.class)) {
      String driver = attachment.attacher();
      storage
          .volume(attachment.volumeName())
          .flatMap(PersistentVolume::csi)
          .ifPresent(
              s ->
                  byNode
                      .computeIfAbsent(attachment.nodeName(), n -> new HashMap<>())
                      .put(driver + "/" + s.volumeHandle(), driver));
    }
    return byNode;
  }

  private Optional<CsiSource> source(PersistentVolumeClaim claim) {
    Optional<PersistentVolume> volume = storage.volume(claim.volumeName());
    return volume.isPresent()
        ? volume.get().csi().filter(s -> !s.driver().isEmpty() && !s.volumeHandle().isEmpty())
        : storage
            .classOf(claim)
            .map(StorageClass::provisioner)
            .filter(p -> !p.isEmpty() && !p.startsWith(IN_TREE))
            .map(p -> new CsiSource(p, "claim " + claim.namespace() + "/" + claim.name()));
  }
}
