package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.cost.GapCostBuilder;
import dev.plimsoll.model.gap.cost.WaitingSince;
import dev.plimsoll.model.queue.QueuedWorkloads;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Waiting Workloads of Kueue, with the workloads and pods that wait with them.
 *
 * @param workload the Workload
 * @param owner the owner of the Workload; empty if the snapshot doesn't have it
 */
record QueuedPods(Workload workload, Optional<WorkloadPods> owner) {

  /** Returns the Workloads that wait for quota in the examined namespace or cluster. */
  static List<QueuedPods> waiting(DetectionContext context) {
    return QueuedWorkloads.waiting(context.cluster(), context.namespace()).stream()
        .map(w -> of(context, w))
        .toList();
  }

  private static QueuedPods of(DetectionContext context, Workload workload) {
    return new QueuedPods(
        workload,
        QueuedWorkloads.owners(workload)
            .flatMap(o -> context.simulation().workloads().workloadOf(o).stream())
            .findFirst());
  }

  /** Returns the owner of the Workload, or else the Workload. */
  ObjectReference root() {
    return owner.map(WorkloadPods::root).orElseGet(workload::reference);
  }

  /** Returns how many pods wait. */
  int pods() {
    return workload.templates().stream().mapToInt(t -> t.replicas().orElse(1)).sum();
  }

  /** Returns the cost of pods that aren't created; pods behind a gate cost at that gap. */
  static Consumer<GapCostBuilder> cost(Collection<QueuedPods> all) {
    return cost ->
        all.stream()
            .filter(q -> !q.isGated())
            .forEach(q -> q.workload.templates().stream().forEach(t -> add(cost, q.workload, t)));
  }

  private boolean isGated() {
    return owner.stream()
        .flatMap(o -> o.pods().stream())
        .map(Pod::spec)
        .anyMatch(s -> !s.schedulingGates().isEmpty());
  }

  private static void add(GapCostBuilder cost, Workload workload, Workload.PodTemplate template) {
    Optional<WaitingSince> since = WaitingSince.ofQueued(workload);
    Resources requests = DetectionContext.requests(DetectionContext.podOf(workload, template));
    for (int i = 0; i < template.replicas().orElse(1); i++) {
      cost.pending(requests, since);
    }
  }

  /** Returns the number and the word, such as {@code 2 Workloads}. */
  static String count(Collection<? extends ApiObject> workloads) {
    return workloads.size() == 1 ? "1 Workload" : workloads.size() + " Workloads";
  }
}
