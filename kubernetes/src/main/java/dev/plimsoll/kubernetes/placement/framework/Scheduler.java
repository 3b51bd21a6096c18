package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Decides where a pod can be placed, as kube-scheduler would. Made by {@link
 * dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins}. Has no state; safe for use by several
 * threads.
 *
 * <p>All nodes are looked at: {@code percentageOfNodesToScore}, by which a scheduler of more than
 * 100 nodes stops once it has found enough, changes which node is taken, not whether there is one.
 * Pods that are being deleted aren't scheduled; the caller leaves them out. Source: {@code
 * pkg/scheduler/schedule_one.go}.
 */
public final class Scheduler {
  private static final List<Requirement> OF_EVERY_POD =
      List.of(Requirement.all(Node.RESOURCE), Requirement.all(Pod.RESOURCE));

  private final List<PreEnqueuePlugin> preEnqueue;
  private final List<FilterPlugin> filters;
  private final List<PostFilterPlugin> postFilters;
  private final List<WeightedScorePlugin> scores;

  /** Makes a scheduler of its plug-ins, each in the order in which they run. */
  public Scheduler(
      List<PreEnqueuePlugin> preEnqueue,
      List<FilterPlugin> filters,
      List<PostFilterPlugin> postFilters,
      List<WeightedScorePlugin> scores) {
    this.preEnqueue = List.copyOf(preEnqueue);
    this.filters = List.copyOf(filters);
    this.postFilters = List.copyOf(postFilters);
    this.scores = List.copyOf(scores);
  }

  /** Returns the scheduler's result for the pod, which needn't be in the snapshot. */
  public ScheduleResult schedule(Snapshot snapshot, Pod pod) {
    PodInfo info = snapshot.podInfo(pod);
    for (PreEnqueuePlugin plugin : preEnqueue) {
      Optional<ScheduleResult.Gated> gated = plugin.preEnqueue(info, snapshot);
      if (gated.isPresent()) {
        return gated.get();
      }
    }
    if (snapshot.nodes().isEmpty()) {
      return new ScheduleResult.NoNodes();
    }
    PreFilterRun preFilterRun = PreFilterRun.run(filters, info, snapshot);
    FilterChain chain = new FilterChain(snapshot, info, preFilterRun.filters());
    FilterOutcome outcome = outcome(snapshot, info, preFilterRun, chain);
    Optional<Rejection> failure = outcome.failure();
    if (failure.isEmpty() && outcome.fitting().length > 0) {
      return new ScheduleResult.Feasible(outcome.feasible(snapshot), preFilterRun.assumptions());
    }
    Supplier<ScheduleResult> rejected =
        () -> {
          Diagnosis diagnosis =
              new Diagnosis(
                  snapshot,
                  info,
                  preFilterRun,
                  chain,
                  outcome.rejections(preFilterRun.exclusion()));
          return failure.isPresent() ? failed(diagnosis, failure.get()) : postFilter(diagnosis);
        };
    return likeness(snapshot, info, preFilterRun, chain)
        .map(alike -> snapshot.remembered(alike, rejected))
        .orElseGet(rejected);
  }

  /**
   * The facts that decide the result of a pod without a fitting node. Scheduler and cluster are
   * compared by identity.
   */
  private record Likeness(
      Scheduler scheduler,
      Cluster cluster,
      List<NodeFilter> filters,
      List<String> assumptions,
      List<Object> postFilters) {}

  /** Returns the facts that alike pods have in common; empty if their results may differ. */
  private Optional<Likeness> likeness(
      Snapshot snapshot, PodInfo pod, PreFilterRun preFilterRun, FilterChain chain) {
    if (preFilterRun.rejection().isPresent() || !chain.isShared(preFilterRun)) {
      return Optional.empty();
    }
    List<Object> ofPlugins = new ArrayList<>();
    for (PostFilterPlugin plugin : postFilters) {
      Optional<Object> ofPlugin = plugin.likeness(pod, snapshot);
      if (ofPlugin.isEmpty()) {
        return Optional.empty();
      }
      ofPlugins.add(ofPlugin.get());
    }
    return Optional.of(
        new Likeness(
            this, snapshot.cluster(), chain.rule(), preFilterRun.assumptions(), ofPlugins));
  }

  /**
   * Returns the resources that the answer about the pod needs and the snapshot lacks. A gated pod
   * needs none, since the pod itself has its scheduling gates.
   */
  public Unread unread(Snapshot snapshot, Pod pod) {
    Cluster cluster = snapshot.cluster();
    PodInfo info = snapshot.podInfo(pod);
    if (preEnqueue.stream().anyMatch(p -> p.preEnqueue(info, snapshot).isPresent())) {
      return Unread.NOTHING;
    }
    List<Requirement> missing = new ArrayList<>(cluster.unmet(OF_EVERY_POD));
    if (pod.spec().priority().isEmpty()) {
      missing.addAll(cluster.unmet(List.of(Requirement.all(PriorityClass.RESOURCE))));
    }
    filters.forEach(f -> missing.addAll(cluster.unmet(f.requirements(info, snapshot))));
    return Unread.all(missing);
  }

  /**
   * Returns how many pods that differ in nothing but their names would be placed one after the
   * other, at most as many as asked about. The number doesn't depend on the choice among fitting
   * nodes, since each pod takes capacity of its own node only, until that node is full. Empty if a
   * filter looks beyond the node, since the number may then depend on the choice.
   *
   * @param pod one of them, which needn't be in the snapshot
   */
  public OptionalInt countPlaceable(Snapshot snapshot, Pod pod, int most) {
    PodInfo info = snapshot.podInfo(pod);
    if (snapshot.nodes().isEmpty()
        || preEnqueue.stream().anyMatch(p -> p.preEnqueue(info, snapshot).isPresent())) {
      return OptionalInt.of(0);
    }
    PreFilterRun preFilterRun = PreFilterRun.run(filters, info, snapshot);
    if (preFilterRun.rejection().isPresent()) {
      return OptionalInt.of(0);
    }
    if (!preFilterRun.isLocal() || !pod.status().nominatedNodeName().isEmpty()) {
      return OptionalInt.empty();
    }
    FilterChain chain = new FilterChain(snapshot, info, preFilterRun.filters());
    int count = 0;
    for (int index : chain.filterAll(preFilterRun).fitting()) {
      NodeInfo node = snapshot.node(index);
      do {
        if (count == most) {
          return OptionalInt.of(count);
        }
        count++;
        node = node.with(info);
      } while (chain.filter(node).isSuccess());
    }
    return OptionalInt.of(count);
  }

  /**
   * Returns whether the filters let the pod go to that node, as {@link #schedule} would find.
   *
   * @param node the node's name
   */
  public boolean fits(Snapshot snapshot, Pod pod, String node) {
    PodInfo info = snapshot.podInfo(pod);
    PreFilterRun preFilterRun = PreFilterRun.run(filters, info, snapshot);
    FilterChain chain = new FilterChain(snapshot, info, preFilterRun.filters());
    return preFilterRun.rejection().isEmpty()
        && snapshot
            .node(node)
            .filter(n -> preFilterRun.isCandidate(n) && chain.filter(n).isSuccess())
            .isPresent();
  }

  /**
   * Returns whether a filter looks beyond a node, at others or at where other pods are, to say
   * whether the pod fits there.
   */
  public boolean looksBeyondNode(Snapshot snapshot, Pod pod) {
    return !PreFilterRun.run(filters, snapshot.podInfo(pod), snapshot).isLocal();
  }

  /**
   * Returns the node that gets the pod: the fitting node with the highest score. Of several with
   * the highest, kube-scheduler takes one at random; here it is the first of them by name.
   *
   * @param feasible the names of the nodes that fit, as in {@link ScheduleResult.Feasible}
   * @throws IllegalArgumentException if there are none, or one isn't in the snapshot
   */
  public String selectHost(Snapshot snapshot, Pod pod, List<String> feasible) {
    if (feasible.isEmpty()) {
      throw new IllegalArgumentException("no feasible nodes to select from");
    }
    return feasible.size() == 1
        ? feasible.get(0)
        : new NodeScores(snapshot, snapshot.podInfo(pod), feasible, scores).best();
  }

  /**
   * Returns the snapshot's cluster once what a pod needs of a node is kept for it, such as devices.
   *
   * @param node the node's name; where it isn't in the snapshot, nothing is kept
   */
  public Cluster reserve(Snapshot snapshot, Pod pod, String node) {
    Cluster reserved = snapshot.cluster();
    Optional<NodeInfo> found = snapshot.node(node);
    for (FilterPlugin plugin : filters) {
      if (plugin instanceof ReservePlugin reserve && found.isPresent()) {
        reserved = reserve.reserve(snapshot.in(reserved), pod, found.get());
      }
    }
    return reserved;
  }

  /**
   * Returns how the nodes that fit are ranked: each one's score, the more the better.
   *
   * @param feasible the names of the nodes that fit, as in {@link ScheduleResult.Feasible}
   * @throws IllegalArgumentException if one isn't in the snapshot
   */
  public Map<String, Long> score(Snapshot snapshot, Pod pod, List<String> feasible) {
    return new NodeScores(snapshot, snapshot.podInfo(pod), feasible, scores).byNode();
  }

  /** Returns the status of each node. No other node counts if the pod fits its nominated node. */
  private static FilterOutcome outcome(
      Snapshot snapshot, PodInfo pod, PreFilterRun preFilterRun, FilterChain chain) {
    int nodes = snapshot.nodes().size();
    if (preFilterRun.rejection().isPresent()) {
      return FilterOutcome.ofAll(preFilterRun.rejection().get(), nodes);
    }
    Optional<NodeInfo> nominated = snapshot.node(pod.pod().status().nominatedNodeName());
    if (nominated.filter(n -> chain.filter(n).isSuccess()).isPresent()) {
      Status[] statuses = new Status[nodes];
      Arrays.fill(statuses, preFilterRun.exclusion());
      statuses[nominated.get().index()] = Status.Success.SUCCESS;
      return new FilterOutcome(statuses);
    }
    return chain.filterAll(preFilterRun);
  }

  /** Returns the result if a plug-in failed on some node: its error alone, without preemption. */
  private static ScheduleResult failed(Diagnosis diagnosis, Rejection failure) {
    String step = diagnosis.preFilter().isPresent() ? "PreFilter plugin " : "";
    String name = "\"" + failure.plugin() + "\"";
    return new ScheduleResult.Unschedulable(
        "running "
            + (step.isEmpty() ? name + " filter plugin" : step + name)
            + ": "
            + failure.message(),
        diagnosis.nodeDiagnoses(),
        Optional.of(failure),
        diagnosis.assumptions());
  }

  private ScheduleResult postFilter(Diagnosis diagnosis) {
    List<String> reasons = new ArrayList<>();
    KubernetesControlPlane controlPlane = diagnosis.snapshot().cluster().controlPlane();
    for (PostFilterPlugin plugin : postFilters) {
      if (!plugin.isEnabled(controlPlane)) {
        continue;
      }
      PostFilterPlugin.Result result = plugin.postFilter(diagnosis);
      if (result instanceof PostFilterPlugin.Nominated nominated) {
        return new ScheduleResult.Preempting(
            nominated.node(),
            nominated.victims(),
            diagnosis.fitError().message(),
            diagnosis.nodeDiagnoses(),
            Stream.concat(diagnosis.assumptions().stream(), nominated.assumptions().stream())
                .toList());
      }
      if (result instanceof PostFilterPlugin.Failed failed) {
        reasons = List.of(failed.error());
        break;
      }
      if (result instanceof PostFilterPlugin.Unhelpful unhelpful && !unhelpful.reason().isEmpty()) {
        reasons.add(unhelpful.reason());
      }
    }
    return new ScheduleResult.Unschedulable(
        diagnosis.fitError().postFilter(String.join(", ", reasons)).message(),
        diagnosis.nodeDiagnoses(),
        diagnosis.preFilter(),
        diagnosis.assumptions());
  }
}
