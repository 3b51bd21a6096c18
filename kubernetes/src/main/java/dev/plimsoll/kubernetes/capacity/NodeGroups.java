package dev.plimsoll.kubernetes.capacity;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.device.DeviceUnit;
import dev.plimsoll.kubernetes.device.DeviceUnits;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Groups the nodes of a cluster by product, taints, resource and size. */
public final class NodeGroups {
  private static final List<Integer> SIZES = List.of(1, 2, 4, 8);

  /** Labels that name the model of a node's devices, the most exact first. */
  static final List<String> DEVICE_LABELS =
      List.of(
          "nvidia.com/gpu.product",
          "amd.com/gpu.product-name",
          "gpu.intel.com/product",
          "cloud.google.com/gke-accelerator",
          "cloud.google.com/gke-tpu-accelerator",
          "karpenter.k8s.aws/instance-gpu-name",
          "karpenter.k8s.aws/instance-accelerator-name",
          "eks.amazonaws.com/instance-gpu-name",
          "eks.amazonaws.com/instance-accelerator-name",
          "karpenter.azure.com/sku-gpu-name");

  /** Labels that tell nodes with different devices apart, the most exact first. */
  public static final List<String> PRODUCT_LABELS =
      Stream.concat(DEVICE_LABELS.stream(), Stream.of("node.kubernetes.io/instance-type")).toList();

  private record Key(
      String product, List<Taint> taints, ResourceName resource, DeviceUnit unit, Quantity perNode)
      implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing((Key k) -> !k.resource.isExtended())
            .thenComparing(Key::resource)
            .thenComparing(Key::product)
            .thenComparing(k -> k.taints.toString())
            .thenComparing(Key::perNode)
            .thenComparing(k -> k.unit.device())
            .thenComparing(k -> k.unit.part())
            .thenComparing(k -> k.unit.basis());

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  private static final List<Requirement> REQUIREMENTS =
      List.of(Requirement.all(Node.RESOURCE), Requirement.all(Pod.RESOURCE));

  private NodeGroups() {}

  /** Returns nodes or pods if they were not read: then the free amounts are unknown. */
  public static Unread unread(Cluster cluster) {
    return Unread.of(cluster, REQUIREMENTS);
  }

  /** Returns the groups, those with extended resources first; a node with two is in two groups. */
  public static List<NodeGroup> of(Cluster cluster) {
    Map<Key, List<Node>> groups = new TreeMap<>();
    Map<String, NodeCapacity> capacities = new HashMap<>();
    for (Node node : cluster.nodes()) {
      capacities.put(node.name(), NodeCapacity.of(cluster, node));
      for (ResourceName resource : counted(node)) {
        Key key =
            new Key(
                product(node),
                ownTaints(node),
                resource,
                DeviceUnits.of(node, resource),
                node.allocatable().getOrZero(resource));
        groups.computeIfAbsent(key, k -> new ArrayList<>()).add(node);
      }
    }
    Map<ResourceName, TypicalRequest> typical = TypicalRequest.of(cluster);
    DeviceUsers users = DeviceUsers.of(cluster);
    List<NodeGroup> nodeGroups = new ArrayList<>();
    groups.forEach(
        (key, nodes) ->
            nodeGroups.add(
                group(
                    key,
                    nodes,
                    capacities,
                    users,
                    Optional.ofNullable(typical.get(key.resource())))));
    return nodeGroups;
  }

  /** Returns the product that the node's labels name, else {@code node}. */
  public static String product(Node node) {
    return labelledProduct(node).orElse("node");
  }

  /** Returns the product that the node's labels name, if they do. */
  public static Optional<String> labelledProduct(Node node) {
    Map<String, String> labels = node.metadata().labels();
    return PRODUCT_LABELS.stream().filter(labels::containsKey).findFirst().map(labels::get);
  }

  private static List<ResourceName> counted(Node node) {
    List<ResourceName> extended =
        node.allocatable().names().stream()
            .filter(ResourceName::isExtended)
            .filter(n -> node.allocatable().getOrZero(n).signum() > 0)
            .toList();
    return extended.isEmpty() ? List.of(ResourceName.CPU) : extended;
  }

  private static List<Taint> ownTaints(Node node) {
    return node.taints().stream()
        .filter(t -> !NodeAvailability.isLifecycle(t))
        .sorted(Comparator.comparing(Taint::key).thenComparing(Taint::effect))
        .toList();
  }

  private static NodeGroup group(
      Key key,
      List<Node> nodes,
      Map<String, NodeCapacity> capacities,
      DeviceUsers users,
      Optional<TypicalRequest> typical) {
    Quantity total = Quantity.ZERO;
    Quantity placed = Quantity.ZERO;
    Quantity withheld = Quantity.ZERO;
    Quantity free = Quantity.ZERO;
    Quantity usable = Quantity.ZERO;
    Quantity largest = Quantity.ZERO;
    Map<Integer, Long> fitting = new TreeMap<>();
    for (Node node : nodes) {
      NodeCapacity capacity = capacities.getOrDefault(node.name(), NodeCapacity.NONE);
      Quantity headroom = capacity.headroom().getOrZero(key.resource());
      total = total.add(key.perNode());
      placed = placed.add(capacity.requested().getOrZero(key.resource()));
      if (users.withheld(node, key.resource()).isPresent()) {
        withheld = withheld.add(headroom);
        continue;
      }
      free = free.add(headroom);
      usable = usable.add(TypicalRequest.usable(typical, key.resource(), capacity.headroom()));
      largest = Quantity.max(largest, headroom);
      if (key.resource().isExtended()) {
        long units = headroom.value();
        SIZES.forEach(size -> fitting.merge(size, units / size, Long::sum));
      }
    }
    return new NodeGroup(
        key.product(),
        key.taints(),
        key.resource(),
        key.unit(),
        key.perNode(),
        nodes.stream().map(Node::name).toList(),
        total,
        placed,
        withheld,
        free,
        usable,
        largest,
        fitting);
  }
}
