package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.StorageClass;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Kubernetes' admission plug-in that gives a claim without a storage class the default one: of
 * several the newest, then the first by name.
 *
 * <p>Source: {@code plugin/pkg/admission/storage/storageclass/setdefault/admission.go}.
 */
final class DefaultStorageClass implements Layer {
  private static final Comparator<StorageClass> NEWEST_FIRST =
      Comparator.comparing(DefaultStorageClass::created)
          .reversed()
          .thenComparing(StorageClass::name);

  @Override
  public List<Requirement> requirements(Cluster cluster, AdmissionRequest request) {
    return request.object() instanceof PersistentVolumeClaim claim && concerns(request, claim)
        ? List.of(Requirement.all(StorageClass.RESOURCE))
        : List.of();
  }

  private static boolean concerns(AdmissionRequest request, PersistentVolumeClaim claim) {
    return request.isCreate() && claim.storageClass().isEmpty();
  }

  @Override
  public Optional<AdmissionStep> admit(Cluster cluster, AdmissionRequest request) {
    return request.object() instanceof PersistentVolumeClaim claim && concerns(request, claim)
        ? cluster.list(StorageClass.class, "").stream()
            .filter(StorageClass::isDefault)
            .min(NEWEST_FIRST)
            .map(
                c ->
                    AdmissionStep.passed(
                        "DefaultStorageClass",
                        claim.withStorageClassName(c.name()),
                        new AdmissionEffect.StorageClassSet(c.name())))
        : Optional.empty();
  }

  private static Instant created(StorageClass storageClass) {
    return storageClass.metadata().creationTimestamp().orElse(Instant.MIN);
  }
}
