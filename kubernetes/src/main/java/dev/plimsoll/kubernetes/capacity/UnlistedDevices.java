package dev.plimsoll.kubernetes.capacity;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds nodes that have devices by their labels and list none. No device plugin registers the
 * devices with kubelet, and no driver publishes a ResourceSlice. A new node has time to start both.
 */
public final class UnlistedDevices {
  private static final Duration START = Duration.ofMinutes(15);

  /** Devices that nodes have whether or not they have GPUs. */
  private static final Set<String> OTHERS =
      Set.of("vpc.amazonaws.com", "devices.kubevirt.io", "rdma", "smarter-devices");

  private static final Requirement SLICES = Requirement.all(ResourceSlice.RESOURCE);

  private final Cluster cluster;
  private final boolean isKnown;
  private final Set<String> published;

  private UnlistedDevices(Cluster cluster, boolean isKnown, Set<String> published) {
    this.cluster = cluster;
    this.isKnown = isKnown;
    this.published = published;
  }

  /** Reads the ResourceSlices. A slice for several nodes may be for any node. */
  public static UnlistedDevices of(Cluster cluster) {
    Set<String> published =
        cluster.list(ResourceSlice.class).stream()
            .map(slice -> slice.nodes().nodeName())
            .collect(Collectors.toSet());
    return new UnlistedDevices(
        cluster, SLICES.isMet(cluster) && !published.contains(""), published);
  }

  /** Returns the label that names the product of a node's devices, if the node lists no device. */
  public Optional<String> label(Node node) {
    return isKnown && !published.contains(node.name()) ? withoutPlugin(node) : Optional.empty();
  }

  /** Returns the ResourceSlices, if some node depends on them and they were not read. */
  public Unread unread() {
    return cluster.nodes().stream().anyMatch(node -> withoutPlugin(node).isPresent())
        ? Unread.of(cluster, List.of(SLICES))
        : Unread.NOTHING;
  }

  private Optional<String> withoutPlugin(Node node) {
    if (!node.isReady() || isNew(node)) {
      return Optional.empty();
    }
    boolean listed =
        node.capacity().names().stream()
            .filter(ResourceName::isExtended)
            .filter(r -> !OTHERS.contains(r.name().split("/", 2)[0]))
            .anyMatch(r -> node.capacity().getOrZero(r).signum() > 0);
    Map<String, String> labels = node.metadata().labels();
    return listed
        ? Optional.empty()
        : NodeGroups.DEVICE_LABELS.stream()
            .filter(labels::containsKey)
            .findFirst()
            .map(label -> label + "=" + labels.get(label));
  }

  private boolean isNew(Node node) {
    Instant since = cluster.asOf().minus(START);
    return node.metadata().creationTimestamp().filter(since::isBefore).isPresent();
  }
}
