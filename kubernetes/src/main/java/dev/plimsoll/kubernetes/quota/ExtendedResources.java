package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.object.DeviceClass;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The extended resources that device classes serve. Each class serves the resource that it names,
 * and a resource named after the class.
 *
 * <p>Source: {@code
 * staging/src/k8s.io/dynamic-resource-allocation/deviceclass/extendedresourcecache}.
 */
public final class ExtendedResources {
  private static final String IMPLICIT = "deviceclass.resource.kubernetes.io/";

  private final Map<String, String> byClass = new HashMap<>();
  private final Set<String> served = new HashSet<>();

  /** Reads the classes. */
  public ExtendedResources(Collection<DeviceClass> classes) {
    for (DeviceClass deviceClass : classes) {
      served.add(IMPLICIT + deviceClass.name());
      String resource = deviceClass.extendedResourceName();
      if (!resource.isEmpty()) {
        byClass.put(deviceClass.name(), resource);
        served.add(resource);
      }
    }
  }

  /** Returns the extended resource that the class names. */
  Optional<String> of(String deviceClass) {
    return Optional.ofNullable(byClass.get(deviceClass));
  }

  /** Returns whether some class serves the extended resource. */
  public boolean isServed(String resource) {
    return served.contains(resource);
  }
}
