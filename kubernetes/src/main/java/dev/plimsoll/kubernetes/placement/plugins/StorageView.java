package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.Volume;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The storage of a cluster, and whether its snapshot has any.
 *
 * @param cluster the cluster
 */
record StorageView(Cluster cluster) {

  static String claimNotFound(String name) {
    return "persistentvolumeclaim \"" + name + "\" not found";
  }

  static String volumeNotFound(String name) {
    return "persistentvolume \"" + name + "\" not found";
  }

  /** Returns the claims, volumes and classes that must be read for a pod. */
  List<Requirement> requirements(Pod pod) {
    List<Requirement> requirements = new ArrayList<>();
    for (Volume volume : pod.spec().volumes()) {
      Optional<PersistentVolumeClaim> claim = claim(pod.namespace(), volume.claimName(pod));
      if (claim.isEmpty()) {
        requirements.add(Requirement.in(pod.namespace(), PersistentVolumeClaim.RESOURCE));
      } else {
        requirements.addAll(requirements(claim.get()));
      }
    }
    return requirements;
  }

  private List<Requirement> requirements(PersistentVolumeClaim claim) {
    if (!claim.volumeName().isEmpty()) {
      return volume(claim.volumeName()).isPresent()
          ? List.of()
          : List.of(Requirement.all(PersistentVolume.RESOURCE));
    }
    boolean unclassed = claim.storageClass().orElse("").isEmpty();
    return unclassed
        ? List.of()
        : List.of(
            Requirement.all(StorageClass.RESOURCE), Requirement.all(PersistentVolume.RESOURCE));
  }

  boolean knowsClaims() {
    return cluster.covers(PersistentVolumeClaim.RESOURCE);
  }

  boolean knowsVolumes() {
    return cluster.covers(PersistentVolume.RESOURCE);
  }

  boolean knowsClasses() {
    return cluster.covers(StorageClass.RESOURCE);
  }

  Optional<PersistentVolumeClaim> claim(String namespace, String name) {
    return cluster.find(PersistentVolumeClaim.class, namespace, name);
  }

  Optional<PersistentVolume> volume(String name) {
    return cluster.find(PersistentVolume.class, "", name);
  }

  Collection<PersistentVolume> volumes() {
    return cluster.list(PersistentVolume.class, "");
  }

  Optional<StorageClass> classOf(PersistentVolumeClaim claim) {
    return claim.storageClass().flatMap(name -> cluster.find(StorageClass.class, "", name));
  }

  /** Whether the claim's volume is made or chosen only once a pod that uses it is placed. */
  boolean bindsLate(PersistentVolumeClaim claim) {
    return classOf(claim)
        .filter(c -> c.volumeBindingMode().equals("WaitForFirstConsumer"))
        .isPresent();
  }

  /** The volumes of the claim's class. */
  List<PersistentVolume> volumesFor(PersistentVolumeClaim claim) {
    String wanted = claim.storageClass().orElse("");
    return volumes().stream().filter(v -> v.storageClass().equals(wanted)).toList();
  }
}
