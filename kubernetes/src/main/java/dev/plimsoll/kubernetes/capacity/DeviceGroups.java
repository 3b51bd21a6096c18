package dev.plimsoll.kubernetes.capacity;

import dev.plimsoll.kubernetes.cel.DeviceExpressionCache;
import dev.plimsoll.kubernetes.cel.ExpressionException;
import dev.plimsoll.kubernetes.cel.NotModelledException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceAttribute;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.placement.dra.DeviceInventory;
import dev.plimsoll.kubernetes.placement.dra.DeviceInventory.PublishedDevice;
import dev.plimsoll.kubernetes.placement.dra.DeviceInventory.State;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Groups the devices of a cluster by class, and by an attribute. A device of several classes is in
 * several groups.
 *
 * @param groups the groups, by class and value
 * @param failures what is wrong with classes of which it can't be told which devices they have, a
 *     sentence each
 */
public record DeviceGroups(List<DeviceGroup> groups, List<String> failures) {
  private static final List<Requirement> REQUIREMENTS =
      List.of(
          Requirement.all(DeviceClass.RESOURCE),
          Requirement.all(Node.RESOURCE),
          Requirement.all(ResourceClaim.RESOURCE),
          Requirement.all(ResourceSlice.RESOURCE));

  public DeviceGroups {
    groups = List.copyOf(groups);
    failures = List.copyOf(failures);
  }

  /** Returns the resources that were not read, if the cluster has devices. */
  public static Unread unread(Cluster cluster) {
    boolean hasDevices =
        !cluster.list(DeviceClass.class).isEmpty() || !cluster.list(ResourceSlice.class).isEmpty();
    return hasDevices ? Unread.of(cluster, REQUIREMENTS) : Unread.NOTHING;
  }

  /**
   * Returns the groups; none where what they rest on was not read.
   *
   * @param attribute the name of an attribute or a capacity, with or without the domain before a
   *     slash; empty for classes as a whole
   */
  public static DeviceGroups of(Cluster cluster, String attribute) {
    if (!unread(cluster).isEmpty()) {
      return new DeviceGroups(List.of(), List.of());
    }
    List<PublishedDevice> devices =
        DeviceInventory.of(cluster, n -> NodeAvailability.of(n).isAvailable());
    DeviceExpressionCache expressions = new DeviceExpressionCache();
    List<DeviceGroup> groups = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    for (DeviceClass deviceClass : new TreeMap<>(byName(cluster)).values()) {
      try {
        groups.addAll(groups(deviceClass, devices, attribute, expressions));
      } catch (ExpressionException | NotModelledException e) {
        failures.add(
            "which devices class "
                + deviceClass.name()
                + " has can't be told, since an expression fails: "
                + e.getMessage());
      }
    }
    return new DeviceGroups(groups, failures);
  }

  private static Map<String, DeviceClass> byName(Cluster cluster) {
    Map<String, DeviceClass> byName = new HashMap<>();
    cluster.list(DeviceClass.class).forEach(c -> byName.put(c.name(), c));
    return byName;
  }

  private static List<DeviceGroup> groups(
      DeviceClass deviceClass,
      List<PublishedDevice> devices,
      String attribute,
      DeviceExpressionCache expressions)
      throws ExpressionException {
    Map<String, List<PublishedDevice>> byValue = new TreeMap<>();
    for (PublishedDevice device : devices) {
      if (isOf(deviceClass, device, expressions)) {
        byValue.computeIfAbsent(value(device, attribute), v -> new ArrayList<>()).add(device);
      }
    }
    if (byValue.isEmpty()) {
      byValue.put("", List.of());
    }
    List<DeviceGroup> groups = new ArrayList<>();
    byValue.forEach((value, of) -> groups.add(group(deviceClass.name(), value, of)));
    return groups;
  }

  private static boolean isOf(
      DeviceClass deviceClass, PublishedDevice device, DeviceExpressionCache expressions)
      throws ExpressionException {
    for (String selector : deviceClass.selectors()) {
      if (!expressions.get(selector).matches(device.id().driver(), device.device())) {
        return false;
      }
    }
    return true;
  }

  private static String value(PublishedDevice published, String name) {
    if (name.isEmpty()) {
      return "";
    }
    Device device = published.device();
    String domain = published.id().driver() + "/";
    String plain = name.startsWith(domain) ? name.substring(domain.length()) : name;
    String qualified = name.contains("/") ? name : domain + name;
    return find(device.attributes(), plain, qualified)
        .map(DeviceGroups::text)
        .or(() -> find(device.capacity(), plain, qualified).map(c -> c.value().toString()))
        .orElse("");
  }

  private static <T> Optional<T> find(Map<String, T> values, String plain, String qualified) {
    return Optional.ofNullable(values.get(qualified))
        .or(() -> Optional.ofNullable(values.get(plain)));
  }

  private static String text(DeviceAttribute attribute) {
    if (attribute instanceof DeviceAttribute.Text text) {
      return text.value();
    }
    if (attribute instanceof DeviceAttribute.WholeNumber number) {
      return Long.toString(number.value());
    }
    if (attribute instanceof DeviceAttribute.Truth truth) {
      return Boolean.toString(truth.value());
    }
    return attribute instanceof DeviceAttribute.Version version ? version.value() : "";
  }

  private static DeviceGroup group(
      String deviceClass, String value, List<PublishedDevice> devices) {
    Map<State, Integer> states = new EnumMap<>(State.class);
    Map<String, Integer> freeOn = new HashMap<>();
    TreeSet<String> nodes = new TreeSet<>();
    for (PublishedDevice device : devices) {
      states.merge(device.state(), 1, Integer::sum);
      nodes.addAll(device.nodes());
      if (device.state() == State.FREE) {
        device.nodes().forEach(n -> freeOn.merge(n, 1, Integer::sum));
      }
    }
    return new DeviceGroup(
        deviceClass,
        value,
        devices.size(),
        states.getOrDefault(State.ALLOCATED, 0),
        states.getOrDefault(State.BLOCKED, 0),
        states.getOrDefault(State.WITHHELD, 0),
        states.getOrDefault(State.FREE, 0),
        freeOn.values().stream().mapToInt(i -> i).max().orElse(0),
        List.copyOf(nodes));
  }
}
