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
 * @param deniedByQuota the missing pods of all the workload's templates whose pods a quota denies,
 *     if there are several such templates; otherwise the missing pods
 */
public record WorkloadDenial(
    WorkloadPods workload,
    PodTemplateOwner owner,
    Attempt attempt,
    int missing,
    int deniedPods,
    List<Pod> missingPods,
    List<Pod> deniedByQuota) {

  public WorkloadDenial {
    missingPods = List.copyOf(missingPods);
    deniedByQuota = List.copyOf(deniedByQuota);
  }

  /** Creates the denial of pods that no other template of the workload shares. */
  public WorkloadDenial(
      WorkloadPods workload,
      PodTemplateOwner owner,
      Attempt attempt,
      int missing,
      int deniedPods,
      List<Pod> missingPods) {
    this(workload, owner, attempt, missing, deniedPods, missingPods, missingPods);
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
      denials.addAll(
          sharing(alike.values().stream().map(same -> together(context, same)).toList()));
    }
    return denials;
  }

  /** Tells each denial by a quota which pods of the workload's other templates need quota too. */
  private static List<WorkloadDenial> sharing(List<WorkloadDenial> ofOneWorkload) {
    List<Pod> pods =
        ofOneWorkload.stream()
            .filter(WorkloadDenial::isShared)
            .flatMap(d -> d.missingPods.stream())
            .toList();
    return ofOneWorkload.stream()
        .map(
            d ->
                d.isShared()
                    ? new WorkloadDenial(
                        d.workload,
                        d.owner,
                        d.attempt,
                        d.missing,
                        d.deniedPods,
                        d.missingPods,
                        pods)
                    : d)
        .toList();
  }

  /** Of a Deployment's revisions, only one needs quota in the end. */
  private boolean isShared() {
    return !isRevision() && report().exceededQuota().isPresent();
  }

  private boolean isRevision() {
    return owner.workload().details() instanceof WorkloadDetails.ReplicaSet;
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
    return isRevision() || owner.isOrdered() ? owner.workload() : owner.template().spec();
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
