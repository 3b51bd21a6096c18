package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A workload that lacks pods; now at least one of these pods would be denied.
 *
 * @param workload the workload
 * @param owner the first object that tries to create the pods
 * @param attempt the first pod that was denied
 * @param missing how many pods are missing
 * @param deniedPods how many of the missing pods are denied; those before are admitted
 * @param missingPods the missing pods that are tried
 */
public record WorkloadDenial(
    WorkloadPods workload,
    PodTemplateOwner owner,
    Attempt attempt,
    int missing,
    int deniedPods,
    List<Pod> missingPods) {

  public WorkloadDenial {
    missingPods = List.copyOf(missingPods);
  }

  /** Creates the denial of one owner's pods. */
  WorkloadDenial(WorkloadPods workload, PodTemplateOwner owner, Attempt attempt, int deniedPods) {
    this(workload, owner, attempt, owner.missing(), deniedPods, owner.missingPods());
  }

  static List<WorkloadDenial> of(DetectionContext context) {
    List<WorkloadDenial> denials = new ArrayList<>();
    for (WorkloadPods workload : context.workloads()) {
      Map<Object, List<WorkloadDenial>> alike = new LinkedHashMap<>();
      for (PodTemplateOwner owner : workload.templateOwners()) {
        context
            .createdPodsOf(owner)
            .flatMap(created -> of(workload, owner, created))
            .ifPresent(d -> alike.computeIfAbsent(d.likeness(), k -> new ArrayList<>()).add(d));
      }
      alike.values().forEach(same -> denials.add(together(context, same)));
    }
    return denials;
  }

  private static Optional<WorkloadDenial> of(
      WorkloadPods workload, PodTemplateOwner owner, CreatedPods created) {
    return created
        .firstDenied()
        .filter(denied -> denied.unread().isEmpty())
        .map(d -> new WorkloadDenial(workload, owner, d, owner.missing() - created.admitted()));
  }

  /** The Jobs of one JobSet create equal pods. Revisions of a Deployment stay apart. */
  private Object likeness() {
    boolean isRevision = owner.workload().details() instanceof WorkloadDetails.ReplicaSet;
    return isRevision || owner.isOrdered() ? owner.workload() : owner.template().spec();
  }

  /** Returns equal pods of several owners as one denial: the pods share the quota. */
  private static WorkloadDenial together(DetectionContext context, List<WorkloadDenial> same) {
    WorkloadDenial first = same.get(0);
    if (same.size() == 1) {
      return first;
    }
    List<Pod> pods = same.stream().flatMap(d -> d.missingPods.stream()).toList();
    SimulationRun run = SimulationRun.admit(context.simulation(), pods);
    int missing = same.stream().mapToInt(WorkloadDenial::missing).sum();
    return new WorkloadDenial(
        first.workload,
        first.owner,
        run.firstDenied().orElse(first.attempt),
        missing,
        missing - run.admitted(),
        pods);
  }

  /** Returns the admission report of the first denied pod. */
  public AdmissionReport report() {
    return attempt.admission().orElseThrow();
  }

  /** Returns how many of the missing pods are admitted. */
  public int admittedPods() {
    return missing - deniedPods;
  }

  /** Returns the workload's namespace. */
  public String namespace() {
    return workload.root().namespace();
  }
}
