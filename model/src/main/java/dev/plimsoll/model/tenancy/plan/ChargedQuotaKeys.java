package dev.plimsoll.model.tenancy.plan;

import dev.plimsoll.model.quantity.ResourceName;
import java.util.List;

/**
 * The keys of quotas that requests of a resource are charged to, and those that look so. Source:
 * {@code pkg/quota/v1/evaluator/core/pods.go}.
 */
final class ChargedQuotaKeys {
  private static final String REQUESTS = "requests.";
  private static final String LIMITS = "limits.";

  private ChargedQuotaKeys() {}

  /** Returns the key that is used for a new quota. */
  static ResourceName usual(ResourceName resource) {
    return resource.equals(ResourceName.PODS) ? resource : prefixed(REQUESTS, resource);
  }

  /** Returns all keys that requests of the resource are charged to. */
  static List<ResourceName> charged(ResourceName resource) {
    if (resource.equals(ResourceName.PODS)) {
      return List.of(ResourceName.PODS, ResourceName.COUNT_PODS);
    }
    return resource.isExtended()
        ? List.of(prefixed(REQUESTS, resource))
        : List.of(prefixed(REQUESTS, resource), resource);
  }

  /** Returns keys that nothing is ever charged to, though they name the resource. */
  static List<ResourceName> dead(ResourceName resource) {
    return resource.isExtended() ? List.of(resource, prefixed(LIMITS, resource)) : List.of();
  }

  private static ResourceName prefixed(String prefix, ResourceName resource) {
    return ResourceName.of(prefix + resource.name());
  }
}
