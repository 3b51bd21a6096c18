package dev.plimsoll.model.capacity;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.Taint;
import dev.plimsoll.model.pod.PodResources;
import dev.plimsoll.model.pod.PodResourcesOptions;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Groups the nodes of a cluster into pools. */
public final class NodeGroups {
  private static final List<Integer> SIZES = List.of(1, 2, 4, 8);
  private static final List<String> PRODUCT_LABELS =
      List.of(
          "nvidia.com/gpu.product",
          "amd.com/gpu.product-name",
          "gpu.intel.com/product",
          "cloud.google.com/gke-accelerator",
          "node.kubernetes.io/instance-type");

  private record Key(String product, List<Taint> taints, ResourceName resource, Quantity perNode)
      implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing((Key k) -> !k.resource.isExtended())
            .thenComparing(Key::resource)
            .thenComparing(Key::product)
            .thenComparing(k -> k.taints.toString())
            .thenComparing(Key::perNode);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  private NodeGroups() {}

  /** Returns the pools, those with extended resources first; a node with two is in two pools. */
  public static List<NodeGroup> of(Cluster cluster) {
    Map<Key, List<Node>> groups = new TreeMap<>();
    for (Node node : cluster.nodes()) {
      for (ResourceName resource : counted(node)) {
        Key key =
            new Key(
                product(node), ownTaints(node), resource, node.allocatable().getOrZero(resource));
        groups.computeIfAbsent(key, k -> new ArrayList<>()).add(node);
      }
    }
    List<NodeGroup> nodeGroups = new ArrayList<>();
    groups.forEach((key, nodes) -> nodeGroups.add(pool(cluster, key, nodes)));
    return nodeGroups;
  }

  /** Returns what the node is, as its labels tell. */
  public static String product(Node node) {
    Map<String, String> labels = node.metadata().labels();
    return PRODUCT_LABELS.stream()
        .filter(labels::containsKey)
        .findFirst()
        .map(labels::get)
        .orElse("node");
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
        .filter(t -> !t.key().startsWith("node.kubernetes.io/"))
        .sorted(Comparator.comparing(Taint::key).thenComparing(Taint::effect))
        .toList();
  }

  private static NodeGroup pool(Cluster cluster, Key key, List<Node> nodes) {
    Quantity total = Quantity.ZERO;
    Quantity placed = Quantity.ZERO;
    Quantity withheld = Quantity.ZERO;
    Quantity free = Quantity.ZERO;
    Quantity largest = Quantity.ZERO;
    Map<Integer, Long> fitting = new TreeMap<>();
    for (Node node : nodes) {
      Quantity held = held(cluster, node, key.resource());
      Quantity left = Quantity.max(key.perNode().subtract(held), Quantity.ZERO);
      total = total.add(key.perNode());
      placed = placed.add(held);
      if (node.unschedulable() || !node.isReady()) {
        withheld = withheld.add(left);
        continue;
      }
      free = free.add(left);
      largest = Quantity.max(largest, left);
      if (key.resource().isExtended()) {
        long units = left.value();
        SIZES.forEach(size -> fitting.merge(size, units / size, Long::sum));
      }
    }
    return new NodeGroup(
        key.product(),
        key.taints(),
        key.resource(),
        key.perNode(),
        nodes.stream().map(Node::name).toList(),
        total,
        placed,
        withheld,
        free,
        largest,
        fitting);
  }

  private static Quantity held(Cluster cluster, Node node, ResourceName resource) {
    Quantity held = Quantity.ZERO;
    for (Pod pod : cluster.podsOn(node.name())) {
      held =
          held.add(
              PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED).getOrZero(resource));
    }
    return held;
  }
}
