package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.capacity.DeviceUsers;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.capacity.TypicalRequest;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ResourceSlice;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.topology.JobFit.NodeDevices;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The devices of a cluster by domain.
 *
 * @param isConfigured whether a policy names the levels; else the levels were recognised
 * @param levels the cluster as a whole and each level, from wide to narrow, for each device
 * @param notes what is missing, a sentence each
 */
public record DomainCapacities(
    boolean isConfigured, List<LevelCapacity> levels, List<String> notes) {
  /** The sizes of jobs, in devices. */
  public static final List<Integer> JOBS = List.of(16, 32, 64);

  public DomainCapacities {
    levels = List.copyOf(levels);
    notes = List.copyOf(notes);
  }

  /**
   * Returns the devices of a cluster.
   *
   * @param configured the levels of the policies; if there are none, well-known levels count
   * @param perPod how many devices each pod of a job requests; empty for all devices of a node
   */
  public static DomainCapacities of(
      Cluster cluster, TopologyLevels configured, OptionalInt perPod) {
    DomainTree tree = DomainTree.of(configured, cluster.nodes());
    Map<ResourceName, Map<String, NodeDevices>> devices = devices(cluster);
    List<LevelCapacity> levels = new ArrayList<>();
    devices.forEach(
        (resource, byNode) -> {
          levels.add(
              new LevelCapacity(
                  Optional.empty(),
                  resource,
                  List.of(domain("", resource, byNode.values(), perPod)),
                  0));
          for (TopologyLevel level : tree.levels().levels()) {
            levels.add(level(tree, level, resource, byNode, perPod));
          }
        });
    return new DomainCapacities(!configured.levels().isEmpty(), levels, notes(cluster, tree));
  }

  private static List<String> notes(Cluster cluster, DomainTree tree) {
    List<String> notes = new ArrayList<>();
    for (TopologyLevel level : tree.levels().levels()) {
      if (tree.domains(level).isEmpty()) {
        notes.add("No node has the label " + level.nodeLabel() + " of level " + level.name() + ".");
      }
    }
    if (!cluster.list(ResourceSlice.class).isEmpty()) {
      notes.add("Devices of DRA drivers are not counted by domain.");
    }
    return notes;
  }

  private static LevelCapacity level(
      DomainTree tree,
      TopologyLevel level,
      ResourceName resource,
      Map<String, NodeDevices> byNode,
      OptionalInt perPod) {
    List<DomainCapacity> domains = new ArrayList<>();
    int labelled = 0;
    for (Domain domain : tree.domains(level)) {
      List<NodeDevices> nodes =
          domain.nodes().stream()
              .flatMap(n -> Optional.ofNullable(byNode.get(n.name())).stream())
              .toList();
      labelled += nodes.size();
      if (!nodes.isEmpty()) {
        domains.add(domain(domain.name(), resource, nodes, perPod));
      }
    }
    return new LevelCapacity(Optional.of(level), resource, domains, byNode.size() - labelled);
  }

  private static DomainCapacity domain(
      String name, ResourceName resource, Collection<NodeDevices> nodes, OptionalInt perPod) {
    Map<Integer, Long> fitting = new HashMap<>();
    for (int size : JOBS) {
      fitting.put(
          size,
          perPod.isPresent()
              ? JobFit.byPods(nodes, size, perPod.getAsInt())
              : JobFit.byWholeNodes(nodes, size));
    }
    return new DomainCapacity(
        name,
        resource,
        nodes.size(),
        nodes.stream().mapToLong(NodeDevices::total).sum(),
        nodes.stream().mapToLong(NodeDevices::usable).sum(),
        (int) nodes.stream().filter(NodeDevices::isWhole).count(),
        fitting);
  }

  /** Returns the devices of each node that has some, by resource. */
  private static Map<ResourceName, Map<String, NodeDevices>> devices(Cluster cluster) {
    DeviceUsers users = DeviceUsers.of(cluster);
    Map<ResourceName, TypicalRequest> typical = TypicalRequest.of(cluster);
    Map<ResourceName, Map<String, NodeDevices>> devices = new TreeMap<>();
    for (Node node : cluster.nodes()) {
      NodeCapacity capacity = NodeCapacity.of(cluster, node);
      for (ResourceName name : new TreeSet<>(node.allocatable().names())) {
        long total = node.allocatable().getOrZero(name).value();
        if (name.isExtended() && total > 0) {
          long usable =
              users.withheld(node, name).isPresent()
                  ? 0
                  : TypicalRequest.usable(
                          Optional.ofNullable(typical.get(name)), name, capacity.headroom())
                      .value();
          devices
              .computeIfAbsent(name, n -> new TreeMap<>())
              .put(node.name(), new NodeDevices(total, usable));
        }
      }
    }
    return devices;
  }
}
