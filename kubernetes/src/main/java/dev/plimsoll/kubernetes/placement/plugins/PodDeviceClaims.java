package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceRequest;
import dev.plimsoll.kubernetes.object.DeviceRequest.DeviceSubRequest;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.version.FeatureGate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The claims that a pod names, or that were made for it from templates.
 *
 * <p>Sources: {@code foreachPodResourceClaim} and {@code PreFilter} in {@code
 * pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go}, {@code Name} and {@code
 * IsForPod} in {@code
 * staging/src/k8s.io/dynamic-resource-allocation/resourceclaim/resourceclaim.go}.
 *
 * @param claims the claims, in the pod's order, as far as there are any
 * @param problem why the scheduler doesn't look at the pod, in its words; empty if it does
 */
record PodDeviceClaims(List<ResourceClaim> claims, String problem) {

  PodDeviceClaims {
    claims = List.copyOf(claims);
  }

  static PodDeviceClaims of(Pod pod, Cluster cluster) {
    List<ResourceClaim> claims = new ArrayList<>();
    for (PodResourceClaim reference : pod.spec().resourceClaims()) {
      boolean fromTemplate = reference.resourceClaimName().isEmpty();
      Optional<String> name = name(reference, pod);
      if (name.isEmpty()) {
        return new PodDeviceClaims(
            claims,
            "pod \"" + pod.namespace() + "/" + pod.name() + "\": ResourceClaim not created yet");
      }
      if (name.get().isEmpty()) {
        continue;
      }
      Optional<ResourceClaim> claim =
          cluster.find(ResourceClaim.class, pod.namespace(), name.get());
      String problem =
          claim.map(c -> problem(c, pod, fromTemplate)).orElseGet(() -> notFound(pod, name.get()));
      if (!problem.isEmpty()) {
        return new PodDeviceClaims(claims, problem);
      }
      claim.ifPresent(claims::add);
    }
    return new PodDeviceClaims(claims, "");
  }

  /** Returns whether a template has made no claim for the pod yet. */
  static boolean lacksClaim(Pod pod) {
    return pod.spec().resourceClaims().stream().anyMatch(r -> name(r, pod).isEmpty());
  }

  /** Empty for a claim that needn't exist. */
  private static Optional<String> name(PodResourceClaim reference, Pod pod) {
    return reference.resourceClaimName().isEmpty()
        ? Optional.ofNullable(pod.status().resourceClaims().get(reference.name()))
        : Optional.of(reference.resourceClaimName());
  }

  private static String notFound(Pod pod, String name) {
    return "could not find ResourceClaim \"" + pod.namespace() + "/" + name + "\"";
  }

  private static String problem(ResourceClaim claim, Pod pod, boolean fromTemplate) {
    if (claim.metadata().deletionTimestamp().isPresent()) {
      return "resourceclaim \"" + claim.name() + "\" is being deleted";
    }
    return fromTemplate && !claim.isControlledBy(pod)
        ? "ResourceClaim "
            + claim.namespace()
            + "/"
            + claim.name()
            + " was not created for Pod "
            + pod.namespace()
            + "/"
            + pod.name()
            + " (Pod is not owner)"
        : "";
  }

  /** Returns why no node is looked at: a class that a claim needs doesn't exist. */
  Optional<String> missingClass(Cluster cluster) {
    boolean listsAllowed = cluster.controlPlane().enables(FeatureGate.DRA_PRIORITIZED_LIST);
    for (ResourceClaim claim : claims) {
      if (claim.allocation().isPresent()) {
        continue;
      }
      for (DeviceRequest request : claim.requests()) {
        if (request.firstAvailable() && !listsAllowed) {
          return Optional.of(
              "resource claim "
                  + claim.namespace()
                  + "/"
                  + claim.name()
                  + ", request "
                  + request.name()
                  + ": has subrequests, but the DRAPrioritizedList feature is disabled");
        }
        for (DeviceSubRequest wanted : request.alternatives()) {
          if (cluster.find(DeviceClass.class, "", wanted.deviceClassName()).isEmpty()) {
            String name = request.name() + (request.firstAvailable() ? "/" + wanted.name() : "");
            return Optional.of(
                "request "
                    + name
                    + ": device class "
                    + wanted.deviceClassName()
                    + " does not exist");
          }
        }
      }
    }
    return Optional.empty();
  }
}
