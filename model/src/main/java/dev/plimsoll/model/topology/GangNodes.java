package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.RequiredNodeAffinity;
import dev.plimsoll.kubernetes.placement.snapshot.ResourceIndex;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sums and slots of nodes for the pods of a gang. A gang that needs more than either fits nowhere
 * there. A gang that needs less may still not fit.
 */
final class GangNodes {
  /** The prefix of the implicit extended resource of a device class. */
  private static final String OF_CLASS = "deviceclass.resource.kubernetes.io/";

  private final Snapshot snapshot;
  private final Map<Resources, Integer> shapes = new LinkedHashMap<>();
  private final Set<Object> selections = new HashSet<>();
  private final Set<Pod> examples = new HashSet<>();
  private final Resources total;

  /** Creates the nodes of a snapshot for some pods; there is at least one. */
  GangNodes(Snapshot snapshot, Collection<Pod> pods) {
    this.snapshot = snapshot;
    Resources sum = Resources.EMPTY;
    for (Pod pod : pods) {
      Resources requests = counted(NodeCapacity.requests(pod).removeZeros());
      shapes.merge(requests, 1, Integer::sum);
      sum = sum.add(requests);
      if (selections.add(List.of(RequiredNodeAffinity.of(pod), pod.spec().tolerations()))) {
        examples.add(pod);
      }
    }
    this.total = sum;
  }

  /** Leaves out resources that drivers may give, which no node lists. */
  private Resources counted(Resources requests) {
    return requests.mask(
        name ->
            !name.name().startsWith(OF_CLASS)
                && snapshot.cluster().list(DeviceClass.class).stream()
                    .noneMatch(c -> c.extendedResourceName().equals(name.name())));
  }

  /** Returns the sum of the requests. */
  Resources total() {
    return total;
  }

  /** Returns the resource whose amounts sentences name. */
  ResourceName main() {
    return Amounts.main(total);
  }

  /** Returns whether taints, selectors and node affinity let some of the pods go to the node. */
  boolean isEligible(NodeInfo node) {
    return examples.stream()
        .anyMatch(
            p ->
                NodeAvailability.of(node.node(), p.spec().tolerations()).isAvailable()
                    && RequiredNodeAffinity.of(p).matches(node.node()));
  }

  /** Returns whether the nodes' free resources may suffice. */
  boolean maySuffice(Collection<NodeInfo> nodes) {
    return maySuffice(nodes, true) && sumsSuffice(nodes, true);
  }

  /** Returns whether the nodes might suffice if no pod was on them. */
  boolean maySufficeEmpty(Collection<NodeInfo> nodes) {
    return maySuffice(nodes, false) && sumsSuffice(nodes, false);
  }

  /** Returns whether the sums of the free resources suffice. */
  boolean sumsSuffice(Collection<NodeInfo> nodes) {
    return sumsSuffice(nodes, true);
  }

  private boolean sumsSuffice(Collection<NodeInfo> nodes, boolean free) {
    return total.names().stream()
        .allMatch(
            name -> sum(nodes, name, free) >= ResourceIndex.amount(name, total.getOrZero(name)));
  }

  private boolean maySuffice(Collection<NodeInfo> nodes, boolean free) {
    return shapes.entrySet().stream()
        .allMatch(shape -> slots(nodes, shape.getKey(), free) >= shape.getValue());
  }

  /** Returns how many pods the nodes take by their free resources; exact if the pods are alike. */
  long slots(Collection<NodeInfo> nodes) {
    return shapes.entrySet().stream()
        .mapToLong(s -> Math.min(s.getValue(), slots(nodes, s.getKey(), true)))
        .sum();
  }

  private long slots(Collection<NodeInfo> nodes, Resources requests, boolean free) {
    return nodes.stream().mapToLong(n -> slots(n, requests, free)).sum();
  }

  private long slots(NodeInfo node, Resources requests, boolean free) {
    long slots = Integer.MAX_VALUE;
    for (ResourceName name : requests.names()) {
      long amount = ResourceIndex.amount(name, requests.getOrZero(name));
      slots = Math.min(slots, Math.max(0, amount(node, name, free)) / amount);
    }
    return slots;
  }

  /** Returns how much of a resource is free on the nodes. */
  Quantity free(Collection<NodeInfo> nodes, ResourceName name) {
    return quantity(name, sum(nodes, name, true));
  }

  /** Returns how much of a resource the nodes have, free or not. */
  Quantity has(Collection<NodeInfo> nodes, ResourceName name) {
    return quantity(name, sum(nodes, name, false));
  }

  private static Quantity quantity(ResourceName name, long amount) {
    return name.equals(ResourceName.CPU) ? Quantity.parse(amount + "m") : Quantity.of(amount);
  }

  private long sum(Collection<NodeInfo> nodes, ResourceName name, boolean free) {
    return nodes.stream().mapToLong(n -> Math.max(0, amount(n, name, free))).sum();
  }

  private long amount(NodeInfo node, ResourceName name, boolean free) {
    if (name.equals(ResourceName.PODS)) {
      return (long) node.allowedPods() - (free ? node.pods().size() : 0);
    }
    int index = snapshot.resources().of(name);
    return index < 0
        ? Long.MAX_VALUE / (2L * Math.max(1, snapshot.nodes().size()))
        : node.allocatable().get(index) - (free ? node.requested().get(index) : 0);
  }
}
