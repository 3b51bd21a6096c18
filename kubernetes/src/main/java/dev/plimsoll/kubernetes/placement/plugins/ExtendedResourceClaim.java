package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import java.util.Optional;

/**
 * Finds the claim that an earlier attempt to bind a pod left behind. kube-scheduler made the claim
 * for the pod's extended resources. It never uses the claim again: it deletes the claim, and
 * creates another at the next attempt.
 *
 * <p>Source: {@code findExtendedResourceClaim} and {@code filterExtendedResources} in {@code
 * pkg/scheduler/framework/plugins/dynamicresources/extendeddynamicresources.go}.
 */
public final class ExtendedResourceClaim {
  private ExtendedResourceClaim() {}

  /** Returns the claim of an earlier attempt, if the pod has one. */
  public static Optional<ResourceClaim> find(Pod pod, Cluster cluster) {
    return cluster.list(ResourceClaim.class, pod.namespace()).stream()
        .filter(claim -> !claim.requests().isEmpty())
        .filter(
            claim ->
                claim
                    .podOfExtendedResources()
                    .filter(o -> o.name().equals(pod.name()))
                    .filter(o -> o.uid().equals(pod.metadata().uid()))
                    .isPresent())
        .findFirst();
  }
}
