package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which claims of a pod keep it from a node, and why: what the scheduler's texts mean for people.
 *
 * <p>Sources: {@code pkg/scheduler/framework/plugins/volumebinding/volume_binding.go}, {@code
 * pkg/controller/volume/persistentvolume/pv_controller.go}, {@code
 * pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go}.
 */
public final class ClaimReport {
  private static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";

  private final Cluster cluster;
  private final Pod pod;

  private ClaimReport(Cluster cluster, Pod pod) {
    this.cluster = cluster;
    this.pod = pod;
  }

  /** Returns a sentence for each claim that isn't usable. */
  public static List<String> of(Cluster cluster, Pod pod) {
    if (!cluster.covers(PersistentVolumeClaim.RESOURCE, pod.namespace())) {
      return List.of();
    }
    ClaimReport report = new ClaimReport(cluster, pod);
    List<String> sentences = new ArrayList<>();
    boolean exists = cluster.find(Pod.class, pod.namespace(), pod.name()).isPresent();
    for (Volume volume : pod.spec().volumes()) {
      if (!exists && volume.claimTemplate().isPresent()) {
        continue;
      }
      report.trouble(volume).ifPresent(sentences::add);
    }
    return sentences;
  }

  private Optional<String> trouble(Volume volume) {
    String name = volume.claimName(pod);
    Optional<PersistentVolumeClaim> claim =
        cluster.find(PersistentVolumeClaim.class, pod.namespace(), name);
    if (claim.isEmpty()) {
      return Optional.of(
          volume.claimName().isPresent()
              ? "claim " + name + " doesn't exist"
              : "claim " + name + " of its ephemeral volume isn't made yet");
    }
    return why(claim.get()).map(w -> "claim " + name + " " + w);
  }

  private Optional<String> why(PersistentVolumeClaim claim) {
    if (claim.metadata().deletionTimestamp().isPresent()) {
      return Optional.of("is being deleted");
    }
    if (claim.phase().equals("Lost")) {
      return Optional.of("is lost: its volume " + claim.volumeName() + " doesn't exist any more");
    }
    return claim.isFullyBound() ? inUse(claim) : pending(claim);
  }

  private Optional<String> pending(PersistentVolumeClaim claim) {
    if (!claim.volumeName().isEmpty()
        && cluster.covers(PersistentVolume.RESOURCE)
        && cluster.find(PersistentVolume.class, "", claim.volumeName()).isEmpty()) {
      return Optional.of(
          "is pending: volume " + claim.volumeName() + ", which it names, doesn't exist");
    }
    String name = claim.storageClass().orElse("");
    if (name.isEmpty()) {
      boolean noDefault =
          cluster.covers(StorageClass.RESOURCE)
              && cluster.list(StorageClass.class).stream().noneMatch(StorageClass::isDefault);
      return Optional.of(
          "is pending: it names no storage class"
              + (claim.storageClass().isEmpty() && noDefault ? ", none is the default" : "")
              + ", and no volume without a class was bound to it");
    }
    Optional<StorageClass> found = cluster.find(StorageClass.class, "", name);
    if (found.isEmpty()) {
      return cluster.covers(StorageClass.RESOURCE)
          ? Optional.of("is pending: its storage class " + name + " doesn't exist")
          : Optional.of("is pending");
    }
    boolean provisioned = !found.get().provisioner().equals(NO_PROVISIONER);
    if (found.get().volumeBindingMode().equals("WaitForFirstConsumer")) {
      return provisioned || hasVolume(name)
          ? Optional.empty()
          : Optional.of(
              "is pending: its storage class " + name + " makes no volumes, and none is available");
    }
    return Optional.of(
        provisioned
            ? "is pending: provisioner "
                + found.get().provisioner()
                + " of storage class "
                + name
                + " hasn't made its volume"
            : "is pending: storage class " + name + " makes no volumes, and none was bound to it");
  }

  private boolean hasVolume(String storageClass) {
    return !cluster.covers(PersistentVolume.RESOURCE)
        || cluster.list(PersistentVolume.class).stream()
            .anyMatch(v -> v.storageClass().equals(storageClass) && v.phase().equals("Available"));
  }

  /** Returns which pods keep a claim that only one may use. */
  private Optional<String> inUse(PersistentVolumeClaim claim) {
    if (!claim.accessModes().contains("ReadWriteOncePod")) {
      return Optional.empty();
    }
    String users =
        cluster.list(Pod.class, pod.namespace()).stream()
            .filter(p -> p.isBound() && !p.isTerminal() && !p.name().equals(pod.name()))
            .filter(p -> p.spec().volumes().stream().anyMatch(v -> uses(v, p, claim)))
            .map(Pod::name)
            .collect(Collectors.joining(", "));
    return users.isEmpty()
        ? Optional.empty()
        : Optional.of("is for one pod only (ReadWriteOncePod), and in use by " + users);
  }

  private static boolean uses(Volume volume, Pod pod, PersistentVolumeClaim claim) {
    return volume.claimName(pod).equals(claim.name());
  }
}
