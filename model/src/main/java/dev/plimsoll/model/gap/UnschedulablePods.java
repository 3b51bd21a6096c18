package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.placement.framework.NodeDiagnosis;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.snapshot.NodeSelectors;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.version.DefaultPlugin;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Pods that the scheduler can't place, gathered by workload and equal specs.
 *
 * @param workload the workload
 * @param pods the pods, all with the same spec
 * @param exists whether they are stored; if not, they would be admitted now
 * @param result why the first of them finds no node
 * @param taken what pods take of nodes that are placed before it, by the node's name
 */
public record UnschedulablePods(
    WorkloadPods workload,
    List<Pod> pods,
    boolean exists,
    ScheduleResult.Unschedulable result,
    Map<String, Resources> taken) {

  public UnschedulablePods {
    pods = List.copyOf(pods);
    taken = Map.copyOf(taken);
  }

  /** Creates unschedulable pods before which no other pod of the workload is placed. */
  public UnschedulablePods(
      WorkloadPods workload, List<Pod> pods, boolean exists, ScheduleResult.Unschedulable result) {
    this(workload, pods, exists, result, Map.of());
  }

  static List<UnschedulablePods> of(DetectionContext context) {
    return context.pendingPods().stream().flatMap(p -> of(p).stream()).toList();
  }

  private static Optional<UnschedulablePods> of(PendingPods pods) {
    if (pods.result() instanceof ScheduleResult.Unschedulable why) {
      return Optional.of(of(pods, why));
    }
    if (pods.result() instanceof ScheduleResult.Gated gated
        && gated.plugin().equals(DefaultPlugin.DynamicResources.name())) {
      return Optional.of(of(pods, withoutClaims(gated)));
    }
    return pods.result() instanceof ScheduleResult.NoNodes none
        ? Optional.of(
            of(
                pods,
                new ScheduleResult.Unschedulable(
                    none.message(), List.of(), Optional.empty(), List.of())))
        : Optional.empty();
  }

  /** A pod whose claims on devices aren't there isn't looked at, so that no node gets it. */
  private static ScheduleResult.Unschedulable withoutClaims(ScheduleResult.Gated gated) {
    return new ScheduleResult.Unschedulable(
        gated.message(),
        List.of(),
        Optional.of(Rejection.unresolvable(gated.plugin(), gated.message())),
        List.of());
  }

  private static UnschedulablePods of(PendingPods pods, ScheduleResult.Unschedulable why) {
    return new UnschedulablePods(pods.workload(), pods.pods(), pods.exists(), why, pods.taken());
  }

  /**
   * Returns a result that alike pods share.
   *
   * @param of what it is, with all that it depends on besides the nodes and the pods' requests
   * @param compute computes it from the scheduler's result, the requests and the headroom of nodes
   */
  public <T> T shared(DetectionContext context, Object of, Supplier<T> compute) {
    return taken.isEmpty()
        ? context
            .shared()
            .of(
                new Likeness(
                    of, new SharedResults.Same(result), DetectionContext.requests(pods.get(0))),
                compute)
        : compute.get();
  }

  private record Likeness(Object of, SharedResults.Same result, Resources requests) {}

  /** Returns the nodes that one of these plug-ins rejects. */
  public List<Node> nodesRejectedBy(Set<String> plugins) {
    List<Node> rejected = new ArrayList<>();
    for (NodeDiagnosis diagnosis : result.nodes()) {
      if (plugins.contains(diagnosis.plugin())) {
        rejected.add(diagnosis.node());
      }
    }
    return rejected;
  }

  /** Returns the headroom of a node at the time when the first of these pods is placed. */
  public Resources headroom(DetectionContext context, Node node) {
    Resources free = context.headroom(node);
    Resources before = taken.get(node.name());
    return before == null ? free : free.subtractWithNonNegativeResult(before);
  }

  /** Returns whether the pods' selectors and node affinity allow a node. */
  public boolean select(Node node) {
    PodSpec spec = pods.get(0).spec();
    Map<String, String> labels = node.metadata().labels();
    return spec.nodeSelector().entrySet().stream()
            .allMatch(e -> e.getValue().equals(labels.get(e.getKey())))
        && spec.affinity().requiredNodes().filter(s -> !NodeSelectors.matches(s, node)).isEmpty();
  }

  /**
   * Returns whether a template of the pods' workload has something. Admission may have added it to
   * the pods, and adds it again. Pods without a workload are their own template.
   */
  public boolean areOfTemplate(Predicate<PodSpec> has) {
    List<PodTemplateOwner> owners = workload.templateOwners();
    return owners.isEmpty() || owners.stream().anyMatch(o -> has.test(o.template().spec()));
  }

  /** Returns the pods that exist in the cluster. */
  public List<Pod> stored() {
    return exists ? pods : List.of();
  }

  /** Places the pods with another spec, as if they had been created that way. */
  public SimulationRun retry(DetectionContext context, UnaryOperator<PodSpec> edit) {
    return SimulationRun.place(
        context.simulation(), pods.stream().map(p -> p.withSpec(edit.apply(p.spec()))).toList());
  }
}
