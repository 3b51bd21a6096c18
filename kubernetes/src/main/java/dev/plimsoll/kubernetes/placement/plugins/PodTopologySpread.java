package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.LabelSelector.Requirement;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.TopologySpreadConstraint;
import dev.plimsoll.kubernetes.placement.framework.FilterPlugin;
import dev.plimsoll.kubernetes.placement.framework.PreFilterResult;
import dev.plimsoll.kubernetes.placement.framework.ScorePlugin;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.NodeSet;
import dev.plimsoll.kubernetes.placement.snapshot.PlacedPod;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.RequiredNodeAffinity;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps pods from topology domains that have too many of their kind already, by the pod's
 * constraints with {@code whenUnsatisfiable: DoNotSchedule}, and prefers domains that have few. The
 * scheduler's own default constraints only affect scores.
 *
 * <p>A domain is a value of the constraint's node label. A node counts for a constraint if it has
 * the labels of all constraints, and if the node policies of the constraint admit the node. A node
 * passes if the domain's matching pods, with this pod, exceed the emptiest domain's by at most
 * {@code maxSkew}. With fewer domains than {@code minDomains}, the emptiest domain counts as empty.
 *
 * <p>What never breaks: a domain without matching pods still counts as a domain, with 0 pods.
 *
 * <p>Cost: one pass over all nodes and over the namespace's placed pods for each constraint.
 * kube-scheduler updates its counts when it tries preemption; here each trial counts again, from a
 * snapshot that never changes.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/podtopologyspread}.
 */
public final class PodTopologySpread implements FilterPlugin, ScorePlugin {
  static final String NAME = "PodTopologySpread";

  private final Optional<List<TopologySpreadConstraint>> defaults;

  /** Makes the plug-in as it comes, with the scheduler's own default constraints. */
  public PodTopologySpread() {
    this.defaults = Optional.empty();
  }

  /**
   * Makes the plug-in with its arguments.
   *
   * @param defaults the constraints of pods that have none; their selectors are those of the pods'
   *     services and owners
   */
  public PodTopologySpread(List<TopologySpreadConstraint> defaults) {
    this.defaults = Optional.of(List.copyOf(defaults));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(PodInfo info, Snapshot snapshot) {
    Pod pod = info.pod();
    List<SpreadConstraint> constraints = constraints("DoNotSchedule", pod, snapshot);
    if (constraints.isEmpty()) {
      return PreFilterResult.skip();
    }
    List<Map<String, Integer>> counts = counts(constraints, pod, snapshot);
    List<SpreadCounts> spread = new ArrayList<>(constraints.size());
    for (int i = 0; i < constraints.size(); i++) {
      spread.add(SpreadCounts.of(constraints.get(i), counts.get(i)));
    }
    return PreFilterResult.check(new PodTopologySpreadFilter(pod, spread));
  }

  @Override
  public long[] score(PodInfo info, Snapshot snapshot, List<NodeInfo> nodes) {
    boolean own = !info.pod().spec().topologySpreadConstraints().isEmpty();
    boolean all = own || defaults.isPresent();
    List<SpreadConstraint> constraints =
        all
            ? constraints("ScheduleAnyway", info.pod(), snapshot)
            : DefaultSpreadConstraints.of(info.pod(), snapshot);
    return constraints.isEmpty()
        ? new long[0]
        : new PodTopologySpreadScore(info.pod(), constraints, all, snapshot, nodes).of(nodes);
  }

  private List<SpreadConstraint> constraints(String whenUnsatisfiable, Pod pod, Snapshot snapshot) {
    List<TopologySpreadConstraint> own = pod.spec().topologySpreadConstraints();
    List<SpreadConstraint> constraints = new ArrayList<>();
    for (TopologySpreadConstraint constraint : own.isEmpty() ? defaults(pod, snapshot) : own) {
      if (constraint.whenUnsatisfiable().equals(whenUnsatisfiable)) {
        constraints.add(read(constraint, pod, snapshot));
      }
    }
    return constraints;
  }

  private List<TopologySpreadConstraint> defaults(Pod pod, Snapshot snapshot) {
    if (defaults.isEmpty() || defaults.get().isEmpty()) {
      return List.of();
    }
    LabelSelector selector = DefaultSpreadConstraints.selector(pod, snapshot.cluster());
    return selector.isEmpty()
        ? List.of()
        : defaults.get().stream().map(d -> d.withLabelSelector(Optional.of(selector))).toList();
  }

  private static SpreadConstraint read(
      TopologySpreadConstraint constraint, Pod pod, Snapshot snapshot) {
    boolean honorAffinity = !constraint.nodeAffinityPolicy().equals("Ignore");
    boolean honorTaints = constraint.nodeTaintsPolicy().equals("Honor");
    NodeSet matching = snapshot.nodesMatching(RequiredNodeAffinity.of(pod));
    NodeSet tolerated = snapshot.nodesTolerated(pod.spec().tolerations());
    return new SpreadConstraint(
        constraint.maxSkew(),
        constraint.topologyKey(),
        constraint.labelSelector().map(s -> merged(s, constraint, pod)),
        constraint.minDomains().orElse(1),
        node ->
            (!honorAffinity || matching.contains(node))
                && (!honorTaints || tolerated.contains(node)));
  }

  private static LabelSelector merged(
      LabelSelector selector, TopologySpreadConstraint constraint, Pod pod) {
    List<Requirement> all = new ArrayList<>(selector.matchExpressions());
    for (String key : constraint.matchLabelKeys()) {
      String value = pod.metadata().labels().get(key);
      if (value != null) {
        all.add(new Requirement(key, "In", List.of(value)));
      }
    }
    return all.size() == selector.matchExpressions().size()
        ? selector
        : new LabelSelector(selector.matchLabels(), all);
  }

  private static List<Map<String, Integer>> counts(
      List<SpreadConstraint> constraints, Pod pod, Snapshot snapshot) {
    List<Map<String, Integer>> counts = new ArrayList<>();
    for (SpreadConstraint constraint : constraints) {
      Map<String, Integer> byDomain = new HashMap<>();
      for (NodeInfo node : snapshot.nodes()) {
        if (isCounted(node, constraint, constraints)) {
          byDomain.putIfAbsent(constraint.domain(node), 0);
        }
      }
      for (PlacedPod placed : snapshot.pods(pod.namespace())) {
        NodeInfo node = snapshot.node(placed.node());
        if (constraint.counts(placed.pod().pod()) && isCounted(node, constraint, constraints)) {
          byDomain.merge(constraint.domain(node), 1, Integer::sum);
        }
      }
      counts.add(byDomain);
    }
    return counts;
  }

  static boolean isCounted(NodeInfo node, SpreadConstraint constraint, List<SpreadConstraint> all) {
    for (SpreadConstraint other : all) {
      if (!other.hasDomain(node)) {
        return false;
      }
    }
    return constraint.eligible().test(node);
  }
}
