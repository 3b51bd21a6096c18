package dev.plimsoll.model.usage;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.device.DeviceUnit;
import dev.plimsoll.kubernetes.device.DeviceUnits;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The devices that a pod holds through extended resources. Devices of resource claims are not
 * counted.
 *
 * @param units the units by resource; without network adapters and the like if the pod has GPUs
 * @param measured how many series of usage these devices have at least
 */
public record HeldDevices(Map<ResourceName, Long> units, long measured) {
  private static final Pattern GPUS =
      Pattern.compile(".*/(gpu|mig-).*|gpu\\.intel\\.com/(i915|xe)(\\.shared)?");

  private static final String PRODUCT = "nvidia.com/gpu.product";

  public HeldDevices {
    units = Map.copyOf(units);
  }

  /** Returns the devices that a pod on a node holds; none if it has no node or has ended. */
  public static HeldDevices of(Cluster cluster, Pod pod) {
    if (!pod.isBound() || pod.isTerminal()) {
      return new HeldDevices(Map.of(), 0);
    }
    Resources devices =
        PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED)
            .mask(ResourceName::isExtended)
            .removeZeros();
    Resources gpus = devices.mask((ResourceName r) -> GPUS.matcher(r.name()).matches());
    Optional<Node> node = cluster.find(Node.class, "", pod.spec().nodeName());
    Map<ResourceName, Long> units = new TreeMap<>();
    (gpus.isEmpty() ? devices : gpus).forEach((name, amount) -> units.put(name, amount.value()));
    long measured =
        units.entrySet().stream().mapToLong(e -> measured(node, e.getKey(), e.getValue())).sum();
    return new HeldDevices(units, measured);
  }

  /** Returns whether the pod holds no devices. */
  public boolean isEmpty() {
    return units.isEmpty();
  }

  /** Returns the series of some units. Units that share a device may all be on the same device. */
  private static long measured(Optional<Node> node, ResourceName resource, long units) {
    boolean sharesDevice =
        node.filter(
                n ->
                    DeviceUnits.of(n, resource).basis() != DeviceUnit.Basis.WHOLE
                        && !isMigDevice(n, resource))
            .isPresent();
    return sharesDevice ? 1 : units;
  }

  /** Returns whether each unit is a MIG device of its own, which has a series of its own. */
  private static boolean isMigDevice(Node node, ResourceName resource) {
    String product = node.metadata().labels().getOrDefault(PRODUCT, "");
    boolean isShared = resource.name().endsWith(".shared") || product.endsWith("-SHARED");
    return !isShared && (resource.name().contains("/mig-") || product.contains("-MIG-"));
  }
}
