package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.version.FeatureGate;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.Optional;
import java.util.Set;

/**
 * Charges persistent volume claims: their number and their requested storage in whole bytes, each
 * also under their storage class. A claim counts while it exists.
 *
 * <p>Source: {@code pkg/quota/v1/evaluator/core/persistent_volume_claims.go}.
 *
 * @param controlPlane by whose rules claims are charged
 */
record PersistentVolumeClaimEvaluator(KubernetesControlPlane controlPlane) implements Evaluator {
  private static final String OF_CLASS = ".storageclass.storage.k8s.io/";
  private static final ResourceName COUNT =
      ObjectCountEvaluator.key(PersistentVolumeClaim.RESOURCE);
  private static final Set<ResourceName> OWN =
      Set.of(ResourceName.PERSISTENT_VOLUME_CLAIMS, ResourceName.REQUESTS_STORAGE);

  @Override
  public GroupResource resource() {
    return PersistentVolumeClaim.RESOURCE;
  }

  /** Since Kubernetes 1.33 updates of the status too, as an expansion in progress shows there. */
  @Override
  public boolean handles(AdmissionRequest request) {
    return switch (request.subresource()) {
      case "" -> true;
      case "status" -> request.old().isPresent() && controlPlane.isAtLeast(KubernetesVersion.V1_33);
      default -> false;
    };
  }

  @Override
  public boolean tracks(ResourceName key) {
    return key.equals(COUNT)
        || OWN.contains(key)
        || OWN.stream().anyMatch(own -> key.name().endsWith(OF_CLASS + own));
  }

  @Override
  public Resources usage(ApiObject object) {
    PersistentVolumeClaim claim = (PersistentVolumeClaim) object;
    Resources.Builder usage = Resources.builder();
    usage.put(COUNT, Quantity.of(1));
    charge(usage, claim, ResourceName.PERSISTENT_VOLUME_CLAIMS, Quantity.of(1));
    storage(claim).ifPresent(s -> charge(usage, claim, ResourceName.REQUESTS_STORAGE, s));
    return usage.build();
  }

  private static void charge(
      Resources.Builder usage, PersistentVolumeClaim claim, ResourceName key, Quantity quantity) {
    usage.put(key, quantity);
    claim
        .storageClass()
        .filter(name -> !name.isEmpty())
        .ifPresent(name -> usage.put(ResourceName.of(name + OF_CLASS + key), quantity));
  }

  /** Returns the requested storage of the claim, or the allocated storage if that is more. */
  private Optional<Quantity> storage(PersistentVolumeClaim claim) {
    Optional<Quantity> requested =
        claim.requests().get(ResourceName.STORAGE).map(PersistentVolumeClaimEvaluator::wholeBytes);
    if (!controlPlane.enables(FeatureGate.RECOVER_VOLUME_EXPANSION_FAILURE)) {
      return requested;
    }
    Quantity allocated = claim.allocatedResources().getOrZero(ResourceName.STORAGE);
    return requested.map(r -> allocated.compareTo(r) > 0 ? wholeBytes(allocated) : r);
  }

  private static Quantity wholeBytes(Quantity quantity) {
    return quantity.isInteger() ? quantity : Quantity.of(quantity.value(), quantity.format());
  }

  @Override
  public boolean matches(ScopedResourceSelectorRequirement scope, ApiObject object) {
    return hasScopes() && QuotaScopeMatcher.matches(scope, (PersistentVolumeClaim) object);
  }

  @Override
  public Optional<String> malformed(ScopedResourceSelectorRequirement scope) {
    return hasScopes() && scope.scopeName().equals(QuotaScopeMatcher.VOLUME_ATTRIBUTES_CLASS)
        ? QuotaScopeMatcher.malformed(scope)
        : Optional.empty();
  }

  private boolean hasScopes() {
    return controlPlane.enables(FeatureGate.VOLUME_ATTRIBUTES_CLASS);
  }
}
