package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.whatif.Attempt;
import java.util.ArrayList;
import java.util.List;

/**
 * A workload that lacks pods; now at least one of these pods would be denied.
 *
 * @param workload the workload
 * @param owner what tries to create the pods
 * @param attempt the first pod that was denied
 * @param deniedPods how many of the missing pods are denied; those before are admitted
 */
public record WorkloadDenial(
    WorkloadPods workload, PodTemplateOwner owner, Attempt attempt, int deniedPods) {

  static List<WorkloadDenial> of(DetectionContext context) {
    List<WorkloadDenial> denials = new ArrayList<>();
    for (WorkloadPods workload : context.workloads()) {
      for (PodTemplateOwner owner : workload.templateOwners()) {
        context
            .createdPodsOf(owner)
            .ifPresent(
                created ->
                    created
                        .firstDenied()
                        .filter(denied -> denied.unread().isEmpty())
                        .map(
                            denied ->
                                new WorkloadDenial(
                                    workload, owner, denied, owner.missing() - created.admitted()))
                        .ifPresent(denials::add));
      }
    }
    return denials;
  }

  /** Returns the admission report of the first denied pod. */
  public AdmissionReport report() {
    return attempt.admission().orElseThrow();
  }

  /** Returns the pods that the workload lacks. */
  public List<Pod> missingPods() {
    return owner.missingPods();
  }

  /** Returns how many of the missing pods are admitted. */
  public int admittedPods() {
    return owner.missing() - deniedPods;
  }

  /** Returns the workload's namespace. */
  public String namespace() {
    return workload.root().namespace();
  }
}
