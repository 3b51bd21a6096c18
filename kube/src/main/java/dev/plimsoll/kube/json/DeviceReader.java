package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.CounterSet;
import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceAttribute;
import dev.plimsoll.kubernetes.object.DeviceCapacity;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.DeviceNodes;
import dev.plimsoll.kubernetes.object.DeviceTaint;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Reads the devices that drivers publish, and their classes. */
final class DeviceReader {
  private DeviceReader() {}

  static DeviceClass deviceClass(Fields object) {
    Fields spec = object.object("spec");
    return new DeviceClass(
        ObjectMetaReader.metadata(object), selectors(spec), spec.string("extendedResourceName"));
  }

  /** The expressions of selectors; of one of another kind, an empty one. */
  static List<String> selectors(Fields fields) {
    return fields.list("selectors", s -> s.object("cel").string("expression"));
  }

  static ResourceSlice slice(Fields object) {
    Fields spec = object.object("spec");
    Fields pool = spec.object("pool");
    return new ResourceSlice(
        ObjectMetaReader.metadata(object),
        spec.string("driver"),
        new ResourceSlice.Pool(
            pool.string("name"),
            pool.wholeNumber("generation").orElse(0),
            pool.wholeNumber("resourceSliceCount").orElse(0)),
        nodes(spec),
        spec.bool("perDeviceNodeSelection"),
        spec.list("devices", DeviceReader::device),
        spec.list("sharedCounters", s -> counters(s, "name")));
  }

  /** Before v1beta2, most of a device was under {@code basic}. */
  private static Device device(Fields device) {
    Fields fields = device.optional("basic").orElse(device);
    return new Device(
        device.string("name"),
        map(fields, "attributes", Fields::object, DeviceReader::attribute),
        map(fields, "capacity", Fields::object, DeviceReader::capacity),
        fields.list("consumesCounters", c -> counters(c, "counterSet")),
        nodes(fields),
        fields.list(
            "taints", t -> new DeviceTaint(t.string("key"), t.string("value"), t.string("effect"))),
        fields.bool("bindsToNode"),
        fields.strings("bindingConditions"),
        fields.bool("allowMultipleAllocations"));
  }

  private static DeviceNodes nodes(Fields fields) {
    return new DeviceNodes(
        fields.string("nodeName"),
        fields.optional("nodeSelector").map(SelectorReader::nodes),
        fields.bool("allNodes"));
  }

  private static DeviceAttribute attribute(Fields attribute) {
    if (attribute.has("int")) {
      return new DeviceAttribute.WholeNumber(attribute.wholeNumber("int").orElse(0));
    }
    if (attribute.has("bool")) {
      return new DeviceAttribute.Truth(attribute.bool("bool"));
    }
    if (attribute.has("string")) {
      return new DeviceAttribute.Text(attribute.string("string"));
    }
    return attribute.has("version")
        ? new DeviceAttribute.Version(attribute.string("version"))
        : new DeviceAttribute.Unsupported();
  }

  private static DeviceCapacity capacity(Fields capacity) {
    return new DeviceCapacity(
        capacity.quantity("value"), capacity.optional("requestPolicy").map(DeviceReader::policy));
  }

  private static DeviceCapacity.RequestPolicy policy(Fields policy) {
    return new DeviceCapacity.RequestPolicy(
        quantity(policy, "default"),
        validValues(policy),
        policy
            .optional("validRange")
            .map(
                r ->
                    new DeviceCapacity.Range(
                        quantity(r, "min"), quantity(r, "max"), quantity(r, "step"))));
  }

  private static List<Quantity> validValues(Fields policy) {
    return policy.raw("validValues") instanceof List<?> values
        ? values.stream()
            .map(v -> Values.quantity(v, () -> policy.path() + ".validValues"))
            .toList()
        : List.of();
  }

  private static Optional<Quantity> quantity(Fields fields, String name) {
    return fields.has(name) ? Optional.of(fields.quantity(name)) : Optional.empty();
  }

  private static CounterSet counters(Fields set, String name) {
    return new CounterSet(
        set.string(name), map(set, "counters", Fields::object, c -> c.quantity("value")));
  }

  /** Quantities by qualified names. */
  static Map<String, Quantity> quantities(Fields fields, String name) {
    return map(fields, name, Fields::quantity, q -> q);
  }

  private static <V, T> Map<String, T> map(
      Fields fields, String name, BiFunction<Fields, String, V> field, Function<V, T> reader) {
    Fields map = fields.object(name);
    Map<String, T> values = new HashMap<>();
    for (String key : map.names()) {
      values.put(key, reader.apply(field.apply(map, key)));
    }
    return values;
  }
}
