package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.Volume;
import dev.plimsoll.kubernetes.placement.plugins.PersistentVolumeController;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The claims that are made for a pod: by its StatefulSet before it, or for its generic ephemeral
 * volumes after it.
 *
 * <p>Sources: {@code createPersistentVolumeClaims} in {@code
 * pkg/controller/statefulset/stateful_pod_control.go}, {@code
 * pkg/controller/volume/ephemeral/controller.go}.
 */
final class PodClaims {
  private static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";

  private PodClaims() {}

  /** Returns the claims that are still to be made before the pod. */
  static List<PersistentVolumeClaim> before(Cluster cluster, Pod pod) {
    return missing(cluster, pod, v -> v.claimName().isPresent());
  }

  /** Makes the claims of ephemeral volumes, as far as they are admitted. */
  static Simulation createAfter(Simulation simulation, Pod pod) {
    Simulation current = simulation;
    for (PersistentVolumeClaim claim : after(simulation.cluster(), pod)) {
      AdmissionReport report = current.admissionOf(claim);
      if (report.allowed()) {
        current = current.withStorage(provisioned(report.cluster(), claim));
      }
    }
    return TemplateClaims.create(current, pod);
  }

  /** Returns the denial of a claim that isn't made after the pod, so that the pod waits for it. */
  static Optional<AdmissionReport> deniedAfter(Simulation simulation, Pod pod) {
    return Stream.concat(
            after(simulation.cluster(), pod).stream(),
            TemplateClaims.missing(simulation.cluster(), pod).stream())
        .map(simulation::admissionOf)
        .filter(r -> !r.allowed())
        .findFirst();
  }

  /** Returns the simulation with the claims of a pod that isn't there yet. */
  static Simulation withClaimsOf(Simulation simulation, Pod pod) {
    Cluster cluster = simulation.cluster();
    boolean makesNone =
        pod.spec().volumes().stream().allMatch(v -> v.claimTemplate().isEmpty())
            && pod.spec().resourceClaims().isEmpty();
    if (makesNone || cluster.find(Pod.class, pod.namespace(), pod.name()).isPresent()) {
      return simulation;
    }
    Cluster with = TemplateClaims.with(cluster, pod);
    for (PersistentVolumeClaim claim : missing(cluster, pod, v -> true)) {
      with = provisioned(with.with(claim), claim);
    }
    return simulation.withStorage(with);
  }

  private static List<PersistentVolumeClaim> after(Cluster cluster, Pod pod) {
    return missing(cluster, pod, v -> v.claimName().isEmpty());
  }

  private static List<PersistentVolumeClaim> missing(
      Cluster cluster, Pod pod, Predicate<Volume> which) {
    if (pod.spec().volumes().isEmpty()
        || !cluster.covers(PersistentVolumeClaim.RESOURCE, pod.namespace())) {
      return List.of();
    }
    return pod.spec().volumes().stream()
        .filter(which)
        .filter(v -> find(cluster, pod, v).isEmpty())
        .flatMap(v -> v.claimTemplate().map(t -> claim(t, v, pod)).stream())
        .toList();
  }

  private static Optional<PersistentVolumeClaim> find(Cluster cluster, Pod pod, Volume volume) {
    return cluster.find(PersistentVolumeClaim.class, pod.namespace(), volume.claimName(pod));
  }

  private static PersistentVolumeClaim claim(
      PersistentVolumeClaim template, Volume volume, Pod pod) {
    List<OwnerReference> owners =
        volume.claimName().isPresent()
            ? List.of()
            : List.of(new OwnerReference("v1", "Pod", pod.name(), pod.metadata().uid(), true));
    return template.withMetadata(
        ObjectMeta.builder()
            .namespace(pod.namespace())
            .name(volume.claimName(pod))
            .labels(template.metadata().labels())
            .annotations(template.metadata().annotations())
            .owners(owners)
            .build());
  }

  /**
   * Returns the cluster once a claim that doesn't wait for a pod has its volume: an existing volume
   * or a volume of its provisioner. That every node reaches a new volume is assumed.
   */
  static Cluster provisioned(Cluster cluster, PersistentVolumeClaim made) {
    Optional<PersistentVolumeClaim> claim =
        cluster.find(PersistentVolumeClaim.class, made.namespace(), made.name());
    Cluster synced = claim.map(c -> PersistentVolumeController.sync(cluster, c)).orElse(cluster);
    return synced == cluster
        ? claim
            .filter(c -> isProvisionedAtOnce(cluster, c))
            .map(c -> bound(cluster, c))
            .orElse(cluster)
        : synced;
  }

  private static boolean isProvisionedAtOnce(Cluster cluster, PersistentVolumeClaim claim) {
    return claim.volumeName().isEmpty()
        && claim
            .storageClass()
            .flatMap(name -> cluster.find(StorageClass.class, "", name))
            .filter(c -> !c.volumeBindingMode().equals("WaitForFirstConsumer"))
            .filter(c -> !c.provisioner().equals(NO_PROVISIONER))
            .isPresent();
  }

  private static Cluster bound(Cluster cluster, PersistentVolumeClaim claim) {
    String name = "pvc-" + claim.namespace() + "-" + claim.name();
    PersistentVolume volume =
        new PersistentVolume(
            ObjectMeta.of("", name),
            claim.requests(),
            claim.storageClass().orElse(""),
            claim.accessModes(),
            claim.volumeMode(),
            claim.volumeAttributesClassName(),
            Optional.of(
                new ObjectReference(
                    "PersistentVolumeClaim",
                    claim.namespace(),
                    claim.name(),
                    claim.metadata().uid())),
            Optional.empty(),
            "Bound",
            Optional.empty());
    return cluster.with(volume).with(claim.boundTo(name));
  }
}
