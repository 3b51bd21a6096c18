package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.admission.AdmissionStep;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.model.whatif.Simulation;

/** Compares pod templates as far as rules read them. */
final class PodTemplates {
  private PodTemplates() {}

  /**
   * Returns whether two workloads have the same pod templates.
   *
   * @param simulation knows the defaults of the cluster
   */
  static boolean areSame(Workload old, Workload now, Simulation simulation) {
    if (old.templates().size() != now.templates().size()) {
      return false;
    }
    for (int i = 0; i < old.templates().size(); i++) {
      PodSpec before = defaulted(old, old.templates().get(i).spec(), simulation);
      PodSpec after = defaulted(now, now.templates().get(i).spec(), simulation);
      if (!before.equals(after)) {
        return false;
      }
    }
    return true;
  }

  /** The stored template has the API server's defaults; the manifest has not. */
  private static PodSpec defaulted(Workload workload, PodSpec spec, Simulation simulation) {
    Pod pod =
        new Pod(ObjectMeta.of(workload.namespace(), workload.name()), spec, PodStatus.PENDING);
    return simulation.admissionOf(pod).steps().stream()
        .filter(s -> s.layer().equals("Defaulting"))
        .map(AdmissionStep::object)
        .filter(Pod.class::isInstance)
        .map(o -> ((Pod) o).spec())
        .findFirst()
        .orElse(spec);
  }
}
