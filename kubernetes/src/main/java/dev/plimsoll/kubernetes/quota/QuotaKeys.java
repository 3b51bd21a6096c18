package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The resources that quota keys refer to. */
public final class QuotaKeys {
  private static final Set<String> PLAIN = Set.of("cpu", "memory", "pods", "ephemeral-storage");
  private static final String REQUESTS = "requests.";
  private static final String LIMITS = "limits.";
  private static final String DEVICES = ".deviceclass.resource.k8s.io/devices";
  private static final String OF_CLASS = REQUESTS + "deviceclass.resource.kubernetes.io/";

  private QuotaKeys() {}

  /** Returns the key that is enforced where this one, on an extended resource, never is. */
  public static Optional<ResourceName> enforcedInstead(ResourceName key) {
    if (deviceClass(key).isPresent()) {
      return Optional.empty();
    }
    String resource =
        key.name().startsWith(LIMITS) ? key.name().substring(LIMITS.length()) : key.name();
    return ResourceName.of(resource).isExtended()
        ? Optional.of(ResourceName.of(REQUESTS + resource))
        : Optional.empty();
  }

  /** Returns the device class that a key is about, by its name. */
  public static Optional<String> deviceClass(ResourceName key) {
    String name = key.name();
    if (name.endsWith(DEVICES)) {
      return Optional.of(name.substring(0, name.length() - DEVICES.length()));
    }
    return name.startsWith(OF_CLASS)
        ? Optional.of(name.substring(OF_CLASS.length()))
        : Optional.empty();
  }

  /**
   * Returns the resource of nodes that pods take when they are charged to the key. Keys on limits,
   * on storage and on numbers of objects have none.
   */
  public static Optional<ResourceName> nodeResource(ResourceName key) {
    String name = key.name();
    if (PLAIN.contains(name) || key.isHugePage()) {
      return Optional.of(key);
    }
    if (name.equals("count/pods")) {
      return Optional.of(ResourceName.PODS);
    }
    return name.startsWith(REQUESTS) && !name.equals("requests.storage")
        ? Optional.of(ResourceName.of(name.substring(REQUESTS.length())))
        : Optional.empty();
  }

  /** Returns the key that a new quota has for requests of the resource. */
  public static ResourceName requestKey(ResourceName resource) {
    return resource.equals(ResourceName.PODS) ? resource : prefixed(REQUESTS, resource);
  }

  /**
   * Returns all keys that requests of the resource are charged to. Source: {@code
   * pkg/quota/v1/evaluator/core/pods.go}.
   */
  public static List<ResourceName> chargedKeys(ResourceName resource) {
    if (resource.equals(ResourceName.PODS)) {
      return List.of(ResourceName.PODS, ResourceName.COUNT_PODS);
    }
    return resource.isExtended()
        ? List.of(requestKey(resource))
        : List.of(requestKey(resource), resource);
  }

  /** Returns keys that nothing is ever charged to, though they name the resource. */
  public static List<ResourceName> deadKeys(ResourceName resource) {
    return resource.isExtended() ? List.of(resource, prefixed(LIMITS, resource)) : List.of();
  }

  private static ResourceName prefixed(String prefix, ResourceName resource) {
    return ResourceName.of(prefix + resource.name());
  }
}
