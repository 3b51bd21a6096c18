package dev.plimsoll.kubernetes.device;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Optional;
import java.util.Set;

/**
 * Units of NVIDIA's device plug-in: GPUs, replicas of them by time-slicing or MPS, and MIG devices.
 *
 * <p>Source: {@code README.md} and {@code docs/gpu-feature-discovery/README.md} in
 * NVIDIA/k8s-device-plugin, and {@code
 * github.com/NVIDIA/k8s-device-plugin/internal/lm/resource.go}. There {@code replicas} counts the
 * units of one GPU, while the table of labels describes the units of all GPUs; both readings are
 * decided by the node's capacity. GKE labels the same number as {@code
 * gke-max-shared-clients-per-gpu}.
 */
final class NvidiaUnits {
  static final String PREFIX = "nvidia.com/";
  static final ResourceName GPU = ResourceName.of("nvidia.com/gpu");
  static final String SHARED = ".shared";

  private static final String GKE_CLIENTS = "cloud.google.com/gke-max-shared-clients-per-gpu";
  private static final Set<String> STRATEGIES = Set.of("time-slicing", "mps");

  private NvidiaUnits() {}

  static DeviceUnit of(Node node, ResourceName resource) {
    String base = base(resource);
    if (!base.equals(GPU.name())) {
      return base.startsWith(MigUnits.RESOURCE)
          ? MigUnits.of(node, resource)
          : DeviceUnit.whole(resource);
    }
    if (MigUnits.isSingle(node)) {
      return MigUnits.of(node, resource);
    }
    return replicas(node, resource)
        .map(r -> DeviceUnits.equalParts(node, resource, GPU, r))
        .orElseGet(() -> DeviceUnit.unknown(resource));
  }

  /** Returns the resource's name before it was renamed for sharing. */
  static String base(ResourceName resource) {
    String name = resource.name();
    return name.endsWith(SHARED) ? name.substring(0, name.length() - SHARED.length()) : name;
  }

  /** Returns how many units one device has; empty if the device is shared and nothing tells it. */
  static Optional<Long> replicas(Node node, ResourceName resource) {
    String base = base(resource);
    boolean isRenamed = !base.equals(resource.name());
    long units = DeviceUnits.units(node, resource);
    if (!isRenamed && DeviceUnits.units(node, ResourceName.of(base + SHARED)) > 0) {
      return Optional.of(1L);
    }
    long count = DeviceUnits.number(node, base + ".count").orElse(0);
    long replicas =
        DeviceUnits.number(node, base + ".replicas")
            .filter(r -> r > 0)
            .or(() -> DeviceUnits.number(node, GKE_CLIENTS))
            .orElse(0);
    if (replicas > 0) {
      boolean isOfAll = count > 1 && units == replicas && replicas % count == 0;
      return Optional.of(isOfAll ? replicas / count : replicas);
    }
    if (count > 0 && units > count) {
      return units % count == 0 ? Optional.of(units / count) : Optional.empty();
    }
    return isRenamed || isShared(node, base) ? Optional.empty() : Optional.of(1L);
  }

  private static boolean isShared(Node node, String base) {
    return DeviceUnits.label(node, base + ".product").filter(p -> p.endsWith("-SHARED")).isPresent()
        || DeviceUnits.label(node, base + ".sharing-strategy")
            .filter(STRATEGIES::contains)
            .isPresent();
  }
}
