package dev.plimsoll.kubernetes.placement.dra;

import dev.plimsoll.kubernetes.object.DeviceAttribute;
import dev.plimsoll.kubernetes.object.DeviceConstraint;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A constraint of a claim during a search, with what is taken so far.
 *
 * <p>Of the values that have to differ, only one is kept for each request, as Kubernetes does.
 * Source: {@code matchAttributeConstraint} and {@code distinctAttributeConstraint} in {@code
 * staging/src/k8s.io/dynamic-resource-allocation/structured/internal/incubating}.
 */
final class AttributeConstraint {
  private final DeviceConstraint constraint;
  private final Map<String, DeviceAttribute> values = new HashMap<>();
  private DeviceAttribute common = new DeviceAttribute.Unsupported();
  private int count;

  AttributeConstraint(DeviceConstraint constraint) {
    this.constraint = constraint;
  }

  /** Adds a device if the constraint allows it beside the devices taken so far. */
  boolean add(String request, String alternative, PoolDevice device) {
    if (!constraint.appliesTo(request, alternative)) {
      return true;
    }
    Optional<DeviceAttribute> found = attribute(device);
    if (found.isEmpty()) {
      return false;
    }
    DeviceAttribute value = found.get();
    boolean first = count == 0;
    if (!first && (value instanceof DeviceAttribute.Unsupported || !allows(value))) {
      return false;
    }
    if (constraint.kind() == DeviceConstraint.Kind.DISTINCT) {
      values.put(request, value);
    } else if (first) {
      common = value;
    }
    count++;
    return true;
  }

  private boolean allows(DeviceAttribute value) {
    return constraint.kind() == DeviceConstraint.Kind.DISTINCT
        ? !values.containsValue(value)
        : value.equals(common);
  }

  /** Takes back what was added. */
  void remove(String request, String alternative) {
    if (constraint.appliesTo(request, alternative)) {
      values.remove(request);
      count--;
    }
  }

  private Optional<DeviceAttribute> attribute(PoolDevice device) {
    String name = constraint.attribute();
    Map<String, DeviceAttribute> attributes = device.device().attributes();
    DeviceAttribute qualified = attributes.get(name);
    if (qualified != null) {
      return Optional.of(qualified);
    }
    int slash = name.indexOf('/');
    return slash >= 0 && name.substring(0, slash).equals(device.id().driver())
        ? Optional.ofNullable(attributes.get(name.substring(slash + 1)))
        : Optional.empty();
  }
}
