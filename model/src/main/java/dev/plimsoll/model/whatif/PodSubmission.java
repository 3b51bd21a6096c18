package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.plugins.KubeletAdmission;
import dev.plimsoll.kubernetes.placement.plugins.KubeletAdmission.KubeletDecision;
import java.util.Optional;

/** A pod that is submitted, with what controllers make for it, and what then becomes of it. */
final class PodSubmission {
  private final Simulation simulation;
  private final Pod pod;

  PodSubmission(Simulation simulation, Pod pod) {
    this.simulation = simulation;
    this.pod = pod;
  }

  Simulation.Step admit() {
    return UndecidedException.at(DecisionStep.Admission, Attempt.none(pod), this::admitWithCreator);
  }

  Simulation.Step create() {
    Simulation.Step admitted = admit();
    return admitted.attempt().isAdmitted()
        ? UndecidedException.at(DecisionStep.Placement, admitted.attempt(), () -> placed(admitted))
        : admitted;
  }

  private Simulation.Step denied(AdmissionReport report, Simulation after) {
    return new Simulation.Step(new Attempt(pod, Optional.of(report), Optional.empty(), ""), after);
  }

  private Simulation.Step admitWithCreator() {
    Optional<Workload> creator = PodCreators.before(simulation.cluster(), pod);
    if (creator.isEmpty()) {
      return admitWithClaims(simulation);
    }
    AdmissionReport report = simulation.admissionOf(creator.get());
    return report.allowed()
        ? admitWithClaims(simulation.withAdmitted(report))
        : denied(report, simulation);
  }

  private Simulation.Step admitWithClaims(Simulation withCreator) {
    Simulation current = withCreator;
    for (PersistentVolumeClaim claim : PodClaims.before(current.cluster(), pod)) {
      AdmissionReport report = current.admissionOf(claim);
      if (!report.allowed()) {
        return denied(report, withCreator);
      }
      current = current.withStorage(PodClaims.provisioned(report.cluster(), claim));
    }
    return admitItself(current);
  }

  private Simulation.Step admitItself(Simulation current) {
    AdmissionReport report = current.admissionOf(pod);
    if (!report.allowed() || !(report.object() instanceof Pod stored)) {
      return denied(report, current);
    }
    Simulation after = PodClaims.createAfter(current.afterAdmissionOfPod(report), stored);
    return new Simulation.Step(
        new Attempt(
            TemplateClaims.named(after.cluster(), stored),
            Optional.of(report),
            Optional.empty(),
            ""),
        after);
  }

  /** Leaves a pod that was admitted to the scheduler, or to the kubelet of the node it names. */
  private static Simulation.Step placed(Simulation.Step admitted) {
    if (admitted.attempt().pod().isBound()) {
      return started(admitted.after(), admitted.attempt());
    }
    Simulation.Step step = admitted.after().schedule(admitted.attempt().pod());
    Attempt attempt = step.attempt();
    return new Simulation.Step(
        new Attempt(
            attempt.pod(),
            admitted.attempt().admission(),
            attempt.scheduleResult(),
            attempt.node()),
        step.after());
  }

  /** Leaves a pod that was created with a node to the kubelet there, which may reject it. */
  private static Simulation.Step started(Simulation after, Attempt attempt) {
    Pod pod = attempt.pod();
    String node = pod.spec().nodeName();
    Unread unread = Unread.of(after.cluster(), KubeletAdmission.REQUIREMENTS);
    if (!unread.isEmpty()) {
      ScheduleResult unknown = new ScheduleResult.Unknown(unread);
      return new Simulation.Step(
          new Attempt(pod, attempt.admission(), Optional.of(unknown), ""), after);
    }
    KubeletDecision decision = KubeletAdmission.decide(after.snapshot(), pod);
    boolean starts = after.snapshot().node(node).isPresent() && decision.rejection().isEmpty();
    return starts
        ? new Simulation.Step(
            new Attempt(pod, attempt.admission(), Optional.empty(), node),
            (decision.ended().isEmpty() ? after : after.without(decision.ended())).bind(pod, node))
        : new Simulation.Step(attempt, after);
  }
}
