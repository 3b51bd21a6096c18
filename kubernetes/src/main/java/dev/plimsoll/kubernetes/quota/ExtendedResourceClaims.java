package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * The claims that the scheduler makes for pods which request an extended resource that a device
 * class serves. The pod's charge isn't charged to its claim again.
 *
 * <p>Source: {@code getVerifiedPodUsage} in {@code pkg/quota/v1/evaluator/core/resource_claims.go}.
 */
final class ExtendedResourceClaims {
  private static final Comparator<ResourceClaim> OLDEST_FIRST =
      Comparator.comparing(
              (ResourceClaim c) -> c.metadata().creationTimestamp().orElse(Instant.MIN))
          .thenComparing(ResourceClaim::name);

  private final Cluster cluster;
  private final PodEvaluator podEvaluator;

  ExtendedResourceClaims(Cluster cluster, PodEvaluator podEvaluator) {
    this.cluster = cluster;
    this.podEvaluator = podEvaluator;
  }

  /** Returns the charge of the pod whose claim this is; empty if it has no such pod. */
  Resources chargedToPod(ResourceClaim claim) {
    return pod(claim)
        .filter(pod -> isClaimOf(pod, claim))
        .map(podEvaluator::usage)
        .orElse(Resources.EMPTY);
  }

  private Optional<Pod> pod(ResourceClaim claim) {
    Optional<OwnerReference> owner = claim.podOfExtendedResources();
    return owner
        .flatMap(o -> cluster.find(Pod.class, claim.namespace(), o.name()))
        .filter(pod -> pod.metadata().uid().equals(owner.get().uid()));
  }

  /** Returns whether the pod says so, or else whether it has no older claim of that sort. */
  private boolean isClaimOf(Pod pod, ResourceClaim claim) {
    String stated = pod.status().extendedResourceClaim();
    if (!stated.isEmpty()) {
      return stated.equals(claim.name());
    }
    return cluster.list(ResourceClaim.class, claim.namespace()).stream()
        .filter(
            c ->
                c.podOfExtendedResources()
                    .filter(o -> o.uid().equals(pod.metadata().uid()))
                    .isPresent())
        .noneMatch(c -> OLDEST_FIRST.compare(c, claim) < 0);
  }
}
