package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.object.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The levels that are recognised if no policy names any, from wide to narrow. Sources:
 *
 * <ul>
 *   <li>zone, host: the well-known labels of Kubernetes ({@code
 *       kubernetes.io/docs/reference/labels-annotations-taints}).
 *   <li>rack: the example of TopologyConstraint in Kubernetes' scheduling.k8s.io/v1alpha2.
 *   <li>block, subblock, physical-host: GKE's labels ({@code
 *       cloud.google.com/ai-hypercomputer/docs/workloads/schedule-gke-workloads-tas}).
 *   <li>layer-1 to layer-3, ultraserver: the labels of EC2's instance topology on EKS, by
 *       cloud-provider-aws; layer-3 is closest to the instance.
 *   <li>block and rack of cloud.provider.com: the example Topology of Kueue and KAI ({@code
 *       kueue.sigs.k8s.io/docs/concepts/topology_aware_scheduling}).
 *   <li>core, spine, leaf, accelerator: the labels that NVIDIA Topograph writes, which is how
 *       clusters on AKS and OCI get labels ({@code docs.nvidia.com/topograph}).
 *   <li>clique: the NVLink partition, by NVIDIA's GPU feature discovery and IMEX driver.
 * </ul>
 */
final class WellKnownLevels {
  private static final List<TopologyLevel> ALL =
      List.of(
          new TopologyLevel("zone", "topology.kubernetes.io/zone"),
          new TopologyLevel("block", "cloud.google.com/gce-topology-block"),
          new TopologyLevel("subblock", "cloud.google.com/gce-topology-subblock"),
          new TopologyLevel("layer-1", "topology.k8s.aws/network-node-layer-1"),
          new TopologyLevel("layer-2", "topology.k8s.aws/network-node-layer-2"),
          new TopologyLevel("layer-3", "topology.k8s.aws/network-node-layer-3"),
          new TopologyLevel("ultraserver", "topology.k8s.aws/ultraserver-id"),
          new TopologyLevel("core", "network.topology.nvidia.com/core"),
          new TopologyLevel("spine", "network.topology.nvidia.com/spine"),
          new TopologyLevel("leaf", "network.topology.nvidia.com/leaf"),
          new TopologyLevel("accelerator", "network.topology.nvidia.com/accelerator"),
          new TopologyLevel("block", "cloud.provider.com/topology-block"),
          new TopologyLevel("rack", "cloud.provider.com/topology-rack"),
          new TopologyLevel("rack", "topology.kubernetes.io/rack"),
          new TopologyLevel("clique", "nvidia.com/gpu.clique"),
          new TopologyLevel("physical-host", "cloud.google.com/gce-topology-host"),
          new TopologyLevel("host", "kubernetes.io/hostname"));

  private WellKnownLevels() {}

  /**
   * Returns the levels whose labels some node has. If two have one name, the second is named by its
   * label.
   */
  static TopologyLevels of(Collection<Node> nodes) {
    Set<String> names = new HashSet<>();
    List<TopologyLevel> levels = new ArrayList<>();
    for (TopologyLevel level : ALL) {
      String label = level.nodeLabel();
      if (nodes.stream().anyMatch(n -> n.metadata().labels().containsKey(label))) {
        levels.add(names.add(level.name()) ? level : new TopologyLevel(label, label));
      }
    }
    return new TopologyLevels(levels);
  }
}
