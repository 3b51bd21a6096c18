package dev.plimsoll.kubernetes.placement.snapshot;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Toleration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * A cluster as the scheduler sees it during one decision: its nodes by name, the pods on them and
 * the pods nominated for them. Immutable; {@link #with} and {@link #without} return changed
 * snapshots that share the rest, so a simulation applies the same rules.
 *
 * <p>Pods bound to nodes that don't exist and pods that have ended don't count; pods that are being
 * deleted do. Source: {@code pkg/scheduler/backend/cache}.
 */
public final class Snapshot {
  private final Cluster cluster;
  private final SnapshotBase base;
  private final NodeInfo[] nodes;
  private final PodIndex pods;
  private final Map<String, List<PodInfo>> nominated;
  private final RuleCache<Object> remembered;

  Snapshot(
      Cluster cluster,
      SnapshotBase base,
      NodeInfo[] nodes,
      PodIndex pods,
      Map<String, List<PodInfo>> nominated) {
    this(
        cluster,
        base,
        nodes,
        pods,
        nominated,
        new RuleCache<>(PerNodeCache.mostRules(nodes.length)));
  }

  private Snapshot(
      Cluster cluster,
      SnapshotBase base,
      NodeInfo[] nodes,
      PodIndex pods,
      Map<String, List<PodInfo>> nominated,
      RuleCache<Object> remembered) {
    this.cluster = cluster;
    this.base = base;
    this.nodes = nodes;
    this.pods = pods;
    this.nominated = nominated;
    this.remembered = remembered;
  }

  /** Returns the snapshot of a cluster. */
  public static Snapshot of(Cluster cluster) {
    return SnapshotBase.snapshot(cluster);
  }

  /** Returns the cluster it was made of; pods added or removed since don't show there. */
  public Cluster cluster() {
    return cluster;
  }

  /** Returns the nodes by name; nodes added with {@link #withNodes} come last. */
  public List<NodeInfo> nodes() {
    return Collections.unmodifiableList(Arrays.asList(nodes));
  }

  /** Returns the node at an index, as {@link PlacedPod#node} gives it. */
  public NodeInfo node(int index) {
    return nodes[index];
  }

  /** Returns the node of that name. */
  public Optional<NodeInfo> node(String name) {
    return base.indexOf(name).map(index -> nodes[index]);
  }

  /**
   * Returns nodes by their names. Names in the order of the snapshot need no search.
   *
   * @throws IllegalArgumentException if there is no such node
   */
  public List<NodeInfo> nodes(List<String> names) {
    List<NodeInfo> named = new ArrayList<>(names.size());
    if (names instanceof IndexedNodeNames known && known.isOf(base)) {
      for (int i = 0; i < known.size(); i++) {
        named.add(nodes[known.index(i)]);
      }
      return named;
    }
    int next = 0;
    for (String name : names) {
      while (next < nodes.length && !base.name(next).equals(name)) {
        next++;
      }
      named.add(next < nodes.length ? nodes[next] : existing(name));
    }
    return named;
  }

  /** Returns the names of the nodes at these indexes. */
  public IndexedNodeNames names(int[] indexes) {
    return new IndexedNodeNames(base, indexes.clone());
  }

  private NodeInfo existing(String name) {
    return node(name)
        .orElseThrow(() -> new IllegalArgumentException("node \"" + name + "\" not found"));
  }

  /** Returns a namespace's pods that are on nodes. */
  public List<PlacedPod> pods(String namespace) {
    return pods.in(namespace);
  }

  /** Returns the namespaces that have pods on nodes. */
  public Iterable<String> podNamespaces() {
    return pods.namespaces();
  }

  /** Returns the pods on nodes that have required anti-affinity. */
  public List<PlacedPod> podsWithAntiAffinity() {
    return pods.withAntiAffinity();
  }

  /** Returns the pods on nodes that have affinity or anti-affinity, required or preferred. */
  public List<PlacedPod> podsWithAffinity() {
    return pods.withAffinity();
  }

  public String nodeName(int index) {
    return base.name(index);
  }

  public boolean hasNominated() {
    return !nominated.isEmpty();
  }

  /** Returns the waiting pods that are nominated for a node. */
  public List<PodInfo> nominatedFor(NodeInfo node) {
    return nominated.isEmpty() ? List.of() : nominated.getOrDefault(node.name(), List.of());
  }

  /** Returns the indexes of resources in {@link ResourceVector}s. */
  public ResourceIndex resources() {
    return base.resources();
  }

  /** Returns the values that the scheduler computes from a pod. */
  public PodInfo podInfo(Pod pod) {
    return base.podInfo(pod);
  }

  /** Returns the nodes whose labels and name are as demanded. */
  public NodeSet nodesMatching(RequiredNodeAffinity affinity) {
    return base.sets().matching(affinity);
  }

  /** Returns the nodes whose NoSchedule and NoExecute taints are tolerated. */
  public NodeSet nodesTolerated(List<Toleration> tolerations) {
    return base.sets().tolerated(tolerations);
  }

  /** Returns the domains of a topology key. */
  public TopologyDomains domains(String topologyKey) {
    return base.sets().domains(topologyKey);
  }

  /**
   * Returns the scores of some nodes, in their order. Scores are remembered of nodes that don't
   * change.
   *
   * @param rule equals the rules that give equal scores
   */
  public long[] scores(Object rule, ToLongFunction<NodeInfo> score, List<NodeInfo> some) {
    return base.scores().of(rule).of(nodes, score, some);
  }

  /**
   * Returns a filter's results for all nodes, in their order. The filter looks at one node at a
   * time; its results are cached until the node changes.
   *
   * @param rule equals the rules that give equal results
   * @param results an array of the nodes' number, which is filled
   */
  public <T> T[] filterResults(Object rule, Function<NodeInfo, T> filter, T[] results) {
    return base.filterResults().of(rule).of(nodes, filter, results);
  }

  /**
   * Returns a result that depends on the nodes, their pods and the rule alone, computed on first
   * use. Snapshots of changed clusters that have the same nodes and pods share the results.
   *
   * @param rule equals the rules that give equal results; its type determines that of the result
   */
  @SuppressWarnings("unchecked")
  public <T> T remembered(Object rule, Supplier<T> result) {
    return (T) remembered.of(rule, result);
  }

  /** Returns the labels of a namespace; none if the namespace is unknown. */
  public Map<String, String> namespaceLabels(String namespace) {
    return cluster
        .find(Namespace.class, "", namespace)
        .map(n -> n.metadata().labels())
        .orElse(Map.of());
  }

  /**
   * Returns the snapshot in which the pod is on a node, whether it fits or not.
   *
   * @throws IllegalArgumentException if there is no such node
   */
  public Snapshot with(Pod pod, String node) {
    NodeInfo before = existing(node);
    PodInfo placed = podInfo(pod.withSpec(pod.spec().withNodeName(before.name())));
    return changed(
        before.with(placed),
        pods.with(new PlacedPod(placed, before.index())),
        withoutNomination(pod));
  }

  /** Returns the snapshot of a cluster that has the same nodes and pods. */
  public Snapshot in(Cluster cluster) {
    return new Snapshot(cluster, base, nodes, pods, nominated, remembered);
  }

  /** Returns the snapshot of a cluster that has the same pods. */
  public Snapshot withNodes(Cluster cluster) {
    return base.withNodes(cluster, this);
  }

  Snapshot on(Cluster cluster, SnapshotBase newBase, NodeInfo[] newNodes) {
    return new Snapshot(cluster, newBase, newNodes, pods, nominated);
  }

  /** Returns the snapshot without a pod, neither on its node nor nominated for one. */
  public Snapshot without(Pod pod) {
    Optional<NodeInfo> before = node(pod.spec().nodeName());
    Optional<PodInfo> found = before.flatMap(n -> n.find(pod));
    return found.isEmpty()
        ? new Snapshot(cluster, base, nodes, pods, withoutNomination(pod))
        : changed(
            before.get().without(pod),
            pods.without(new PlacedPod(found.get(), before.get().index())),
            nominated);
  }

  private Map<String, List<PodInfo>> withoutNomination(Pod pod) {
    String node = pod.status().nominatedNodeName();
    return node.isEmpty() ? nominated : SnapshotBase.withoutNomination(nominated, node, pod);
  }

  private Snapshot changed(
      NodeInfo node, PodIndex newPods, Map<String, List<PodInfo>> newNominated) {
    NodeInfo[] changed = nodes.clone();
    changed[node.index()] = node;
    return new Snapshot(cluster, base, changed, newPods, newNominated);
  }
}
