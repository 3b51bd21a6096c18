package dev.plimsoll.kubernetes.cel;

import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceAttribute;
import dev.plimsoll.kubernetes.object.DeviceCapacity;
import java.util.HashMap;
import java.util.Map;

/**
 * A device as an expression sees it.
 *
 * <p>Source: {@code DeviceMatches} in {@code
 * staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go}.
 */
final class DeviceVariables {
  static final String DEVICE = "device";
  static final String DRIVER = "driver";
  static final String ATTRIBUTES = "attributes";
  static final String CAPACITY = "capacity";
  static final String ALLOW_MULTIPLE_ALLOCATIONS = "allowMultipleAllocations";

  private DeviceVariables() {}

  static Map<String, Object> of(String driver, Device device) throws ExpressionException {
    Map<String, Map<String, Object>> attributes = new HashMap<>();
    for (Map.Entry<String, DeviceAttribute> attribute : device.attributes().entrySet()) {
      put(attributes, attribute.getKey(), driver, value(attribute.getKey(), attribute.getValue()));
    }
    Map<String, Map<String, Object>> capacity = new HashMap<>();
    for (Map.Entry<String, DeviceCapacity> each : device.capacity().entrySet()) {
      put(capacity, each.getKey(), driver, each.getValue().value());
    }
    return Map.of(
        DEVICE,
        Map.of(
            DRIVER,
            driver,
            ALLOW_MULTIPLE_ALLOCATIONS,
            device.allowMultipleAllocations(),
            ATTRIBUTES,
            new DomainMap(attributes),
            CAPACITY,
            new DomainMap(capacity)));
  }

  private static void put(
      Map<String, Map<String, Object>> byDomain, String name, String driver, Object value) {
    int slash = name.indexOf('/');
    byDomain
        .computeIfAbsent(slash < 0 ? driver : name.substring(0, slash), d -> new HashMap<>())
        .put(name.substring(slash + 1), value);
  }

  private static Object value(String name, DeviceAttribute attribute) throws ExpressionException {
    if (attribute instanceof DeviceAttribute.Text text) {
      return text.value();
    }
    if (attribute instanceof DeviceAttribute.WholeNumber number) {
      return number.value();
    }
    if (attribute instanceof DeviceAttribute.Truth truth) {
      return truth.value();
    }
    if (attribute instanceof DeviceAttribute.Version version) {
      try {
        return SemanticVersion.parse(version.value());
      } catch (IllegalArgumentException e) {
        throw new ExpressionException(
            "attribute " + name + ": parse semantic version: " + e.getMessage());
      }
    }
    throw new ExpressionException("attribute " + name + ": unsupported attribute value");
  }
}
