package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.recorded.Contradiction;
import dev.plimsoll.kubernetes.workload.JobBackoff;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.whatif.Simulation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Tells when the controllers of pods that would be admitted create these pods. */
final class AwaitedCreation {
  private final Simulation simulation;
  private final Map<ObjectReference, UnaryOperator<StartEstimate>> byController = new HashMap<>();

  AwaitedCreation(Simulation simulation) {
    this.simulation = simulation;
  }

  /** Returns the estimate as of the time when the pod exists. */
  StartEstimate noted(StartEstimate estimate) {
    Pod pod = estimate.pod();
    boolean exists = simulation.cluster().find(Pod.class, pod.namespace(), pod.name()).isPresent();
    return exists
        ? estimate
        : pod.metadata()
            .controller()
            .map(c -> new ObjectReference(c.kind(), pod.namespace(), c.name(), c.uid()))
            .map(c -> byController.computeIfAbsent(c, k -> of(k, pod)).apply(estimate))
            .orElse(estimate);
  }

  private UnaryOperator<StartEstimate> of(ObjectReference controller, Pod pod) {
    Optional<WorkloadPods> workload = simulation.workloads().workloadOf(controller);
    return workload.stream()
        .flatMap(w -> w.templateOwners().stream())
        .filter(o -> o.owns(pod))
        .findFirst()
        .map(o -> of(o, workload.get().pods()))
        .orElse(UnaryOperator.identity());
  }

  private UnaryOperator<StartEstimate> of(PodTemplateOwner owner, List<Pod> pods) {
    Cluster cluster = simulation.cluster();
    Optional<JobBackoff> backoff = JobBackoff.of(cluster.asOf(), owner, pods);
    if (backoff.isPresent()) {
      return e -> e.after(backoff.get());
    }
    return Contradiction.ofCreation(cluster, owner.workload())
        .filter(Contradiction::isOutdated)
        .map(said -> said.awaited(cluster.asOf()))
        .<UnaryOperator<StartEstimate>>map(sentence -> e -> e.awaiting(sentence))
        .orElse(UnaryOperator.identity());
  }
}
