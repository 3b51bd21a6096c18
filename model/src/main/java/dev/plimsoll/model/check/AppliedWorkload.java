package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.admission.policy.UnmodelledAdmission;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.HorizontalPodAutoscaler;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An object of a set that makes pods, once it is stored.
 *
 * @param checked the object of the set
 * @param workload it as it is stored; of a bare pod an object that stands for it
 * @param rollout the replacement of its pods, if its template changes
 * @param denied why it isn't stored, if it is denied itself
 * @param seen what may change or deny the object and isn't modelled
 * @param pods its pods, known once all objects of the set are stored
 */
record AppliedWorkload(
    CheckedObject checked,
    Workload workload,
    Optional<Rollout> rollout,
    Optional<AdmissionReport> denied,
    UnmodelledAdmission seen,
    Optional<WorkloadPods> pods) {

  AppliedWorkload(CheckedObject checked, Workload workload, Optional<Rollout> rollout) {
    this(
        checked,
        workload,
        rollout,
        Optional.empty(),
        UnmodelledAdmission.NOTHING,
        Optional.empty());
  }

  AppliedWorkload denied(AdmissionReport report) {
    return new AppliedWorkload(
        checked, workload, Optional.empty(), Optional.of(report), seen, pods);
  }

  AppliedWorkload seenBy(UnmodelledAdmission others) {
    return new AppliedWorkload(checked, workload, rollout, denied, others, pods);
  }

  AppliedWorkload with(WorkloadPods gathered) {
    return new AppliedWorkload(checked, workload, rollout, denied, seen, Optional.of(gathered));
  }

  /** Returns the object whose pods are meant; an autoscaler's manifest is about its target. */
  ObjectReference subject() {
    return checked.object() instanceof HorizontalPodAutoscaler
        ? workload.reference()
        : checked.object().reference();
  }

  /** Returns whether it is a pod that isn't there yet. */
  boolean isNewPod(Cluster cluster) {
    return checked.object() instanceof Pod pod
        && cluster.find(Pod.class, pod.namespace(), pod.name()).isEmpty();
  }

  /** Returns the number of new pods that are too many to be tried. */
  int untried() {
    Stream<PodTemplateOwner> owners =
        rollout
            .map(r -> Stream.of(r.owner()))
            .orElseGet(() -> pods.orElseThrow().templateOwners().stream());
    return owners.mapToInt(o -> o.missing() - o.tried()).sum();
  }

  /** Returns its stored pods that wait for a node. */
  List<Pod> waiting() {
    return pods.stream()
        .flatMap(w -> w.pods().stream())
        .filter(p -> !p.isBound() && !p.isTerminal() && !p.isTerminating())
        .toList();
  }
}
