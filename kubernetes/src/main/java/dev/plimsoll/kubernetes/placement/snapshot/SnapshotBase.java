package dev.plimsoll.kubernetes.placement.snapshot;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The parts that all snapshots derived from one share: indexes of nodes and resources, and caches
 * of results that depend on nodes alone.
 */
final class SnapshotBase {
  private final ResourceIndex resources;
  private final NodeIndex nodeIndex;
  private final NodeSets sets;
  private final PerNodeCache<PerNodeValues> filterResults;
  private final PerNodeCache<PerNodeScores> scores;
  private final PodResourcesOptions counted;

  private SnapshotBase(
      ResourceIndex resources,
      NodeIndex nodeIndex,
      NodeSets sets,
      PerNodeCache<PerNodeValues> filterResults,
      PerNodeCache<PerNodeScores> scores,
      PodResourcesOptions counted) {
    this.resources = resources;
    this.nodeIndex = nodeIndex;
    this.sets = sets;
    this.filterResults = filterResults;
    this.scores = scores;
    this.counted = counted;
  }

  static Snapshot snapshot(Cluster cluster) {
    int count = cluster.nodes().size();
    List<NodeInfo> nodes = new ArrayList<>(count);
    SnapshotBase base =
        new SnapshotBase(
            new ResourceIndex(),
            new NodeIndex(),
            NodeSets.of(nodes),
            new PerNodeCache<>(count, PerNodeValues::new),
            new PerNodeCache<>(count, PerNodeScores::new),
            PodResourcesOptions.SCHEDULER_PLACED.under(cluster.controlPlane()));
    for (Node node : cluster.nodes()) {
      base.add(base.nodeInfo(node, nodes.size(), cluster.podsOn(node.name())), nodes);
    }
    return new Snapshot(
        cluster, base, nodes.toArray(NodeInfo[]::new), PodIndex.of(nodes), base.nominated(cluster));
  }

  /** Returns the snapshot of a cluster that has the same pods; nodes that are new come last. */
  Snapshot withNodes(Cluster cluster, Snapshot before) {
    List<NodeInfo> nodes = new ArrayList<>(before.nodes());
    List<NodeInfo> changed = new ArrayList<>();
    List<Node> added = new ArrayList<>();
    int kept = 0;
    for (Node node : cluster.nodes()) {
      int index = nodeIndex.of(node.name());
      if (index == NodeIndex.NONE) {
        added.add(node);
        continue;
      }
      kept++;
      NodeInfo info = nodes.get(index);
      if (!isSame(info.node(), node)) {
        NodeInfo now = nodeInfo(node, index, info.pods().stream().map(PodInfo::pod).toList());
        nodes.set(index, now);
        changed.add(now);
      }
    }
    if (kept < nodeIndex.count()
        || added.stream().anyMatch(n -> !cluster.podsOn(n.name()).isEmpty())) {
      return snapshot(cluster);
    }
    SnapshotBase base =
        added.isEmpty() ? withChanged(nodes, changed) : grown(nodes, changed, added);
    return before.on(cluster, base, nodes.toArray(NodeInfo[]::new));
  }

  /** Compares by identity first: almost all nodes of a changed cluster are unchanged. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(Node before, Node now) {
    return before == now || before.equals(now);
  }

  private SnapshotBase withChanged(List<NodeInfo> nodes, List<NodeInfo> changed) {
    return new SnapshotBase(
        resources, nodeIndex, sets.with(nodes, changed), filterResults, scores, counted);
  }

  private SnapshotBase grown(List<NodeInfo> nodes, List<NodeInfo> changed, List<Node> added) {
    int count = nodes.size() + added.size();
    SnapshotBase base =
        new SnapshotBase(
            resources,
            new NodeIndex(nodeIndex),
            sets.with(nodes, changed),
            new PerNodeCache<>(count, PerNodeValues::new),
            new PerNodeCache<>(count, PerNodeScores::new),
            counted);
    for (Node node : added) {
      NodeInfo info = nodeInfo(node, nodes.size(), List.of());
      base.add(info, nodes);
      changed.add(info);
    }
    return base;
  }

  private void add(NodeInfo node, List<NodeInfo> nodes) {
    nodeIndex.add(node.name());
    nodes.add(node);
  }

  ResourceIndex resources() {
    return resources;
  }

  NodeSets sets() {
    return sets;
  }

  PerNodeCache<PerNodeValues> filterResults() {
    return filterResults;
  }

  PerNodeCache<PerNodeScores> scores() {
    return scores;
  }

  String name(int index) {
    return nodeIndex.name(index);
  }

  Optional<Integer> indexOf(String node) {
    int index = nodeIndex.of(node);
    return index == NodeIndex.NONE ? Optional.empty() : Optional.of(index);
  }

  PodInfo podInfo(Pod pod) {
    Resources requests = PodResources.requests(pod, counted);
    return new PodInfo(
        pod,
        resources.vector(requests),
        NonZeroRequests.placed(pod, requests, counted),
        HostPort.of(pod),
        AffinityTerm.of(pod, pod.spec().affinity().requiredPods()),
        AffinityTerm.of(pod, pod.spec().affinity().requiredAntiPods()),
        WeightedAffinityTerm.of(pod));
  }

  private NodeInfo nodeInfo(Node node, int index, List<Pod> pods) {
    ResourceVector allocatable = resources.vector(node.allocatable());
    List<PodInfo> infos = new ArrayList<>(pods.size());
    ResourceVector requested = new ResourceVector(new long[0]);
    NonZeroRequests nonZero = NonZeroRequests.NONE;
    Set<HostPort> ports = new HashSet<>();
    for (Pod pod : pods) {
      PodInfo info = podInfo(pod);
      infos.add(info);
      requested = requested.plus(info.requests());
      nonZero = nonZero.plus(info.nonZeroRequests());
      ports.addAll(info.hostPorts());
    }
    long allowedPods = node.allocatable().getOrZero(ResourceName.PODS).value();
    return new NodeInfo(
        node,
        index,
        allocatable,
        (int) Math.min(allowedPods, Integer.MAX_VALUE),
        infos,
        requested,
        nonZero,
        ports.isEmpty() ? Set.of() : ports);
  }

  private Map<String, List<PodInfo>> nominated(Cluster cluster) {
    Map<String, List<PodInfo>> nominated = new HashMap<>();
    for (Pod pod : cluster.list(Pod.class)) {
      String node = pod.status().nominatedNodeName();
      if (!node.isEmpty() && !pod.isBound() && !pod.isTerminal()) {
        nominated.computeIfAbsent(node, n -> new ArrayList<>()).add(podInfo(pod));
      }
    }
    return nominated;
  }

  static Map<String, List<PodInfo>> withoutNomination(
      Map<String, List<PodInfo>> nominated, String node, Pod pod) {
    List<PodInfo> left = new ArrayList<>(nominated.getOrDefault(node, List.of()));
    left.removeIf(p -> p.isSameAs(pod));
    Map<String, List<PodInfo>> changed = new HashMap<>(nominated);
    changed.put(node, left);
    return changed;
  }
}
