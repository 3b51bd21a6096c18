package dev.plimsoll.kubernetes.object;

/**
 * A pod's reference to a resource claim.
 *
 * @param name the pod's own name for it
 * @param resourceClaimName the claim, empty when made from a template
 * @param resourceClaimTemplateName the template, empty when a claim is named
 */
public record PodResourceClaim(
    String name, String resourceClaimName, String resourceClaimTemplateName) {}
