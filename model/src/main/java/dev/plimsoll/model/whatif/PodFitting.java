package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Volume;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Tries copies of a pod one after the other: what admits them, and beside that what takes them. */
final class PodFitting {
  /** The resources that only admission depends on; they change no pod. */
  private static final Set<GroupResource> CHANGING_NO_POD =
      Set.of(ResourceQuota.RESOURCE, Namespace.RESOURCE);

  private final Simulation simulation;
  private final Pod pod;
  private final int asked;
  private final Map<DecisionStep, RuntimeException> defects = new EnumMap<>(DecisionStep.class);
  private final Map<String, Integer> nodes = new TreeMap<>();
  private Pod stored;
  private int admitted;
  private int placeable;
  private Unread unreadForAdmission = Unread.NOTHING;
  private Unread unreadForPlacing = Unread.NOTHING;
  private Optional<AdmissionReport> denial = Optional.empty();
  private Optional<ScheduleResult> failure = Optional.empty();

  PodFitting(Simulation simulation, Pod pod, int asked) {
    this.simulation = simulation;
    this.pod = pod;
    this.stored = pod;
    this.asked = asked;
  }

  PodFit fit() {
    noteDefect(DecisionStep.Admission, this::admit);
    if (admitted > 0 || defects.isEmpty()) {
      noteDefect(DecisionStep.Placement, this::schedule);
    }
    return new PodFit(
        asked,
        admitted,
        denial,
        placeable,
        failure,
        nodes,
        unreadForAdmission,
        unreadForPlacing,
        defects);
  }

  private void noteDefect(DecisionStep step, Runnable rule) {
    try {
      rule.run();
    } catch (UndecidedException e) {
      defects.put(step, e.failure());
    } catch (RuntimeException e) {
      defects.put(step, e);
    }
  }

  private void admit() {
    unreadForAdmission = simulation.admissionOf(copy(pod, 0)).unread();
    Simulation current = simulation;
    while (admitted < asked && denial.isEmpty()) {
      Simulation.Step step = current.admit(copy(pod, admitted));
      denial =
          step.attempt().isAdmitted()
              ? PodClaims.deniedAfter(step.after(), step.attempt().pod())
              : step.attempt().admission();
      if (admitted == 0) {
        stored = asStored(step.attempt());
      }
      if (denial.isEmpty()) {
        current = step.after();
        admitted++;
      }
    }
  }

  /** Returns the pod as admission changed it, even if it was denied. */
  private static Pod asStored(Attempt attempt) {
    return !attempt.isAdmitted() && attempt.admission().orElseThrow().object() instanceof Pod denied
        ? denied
        : attempt.pod();
  }

  private void schedule() {
    unreadForPlacing = unreadForPlacing();
    Simulation current = simulation;
    while (placeable < asked && failure.isEmpty() && unreadForPlacing.isEmpty()) {
      Simulation.Step step = current.schedule(copy(stored, placeable));
      if (step.attempt().isPlaced()) {
        nodes.merge(step.attempt().node(), 1, Integer::sum);
        current = step.after();
        placeable++;
      } else {
        failure = step.attempt().scheduleResult();
      }
    }
  }

  /**
   * Returns the resources that placement needs and that were not read, including those by which
   * admission may change the pod.
   */
  private Unread unreadForPlacing() {
    List<Requirement> ofPod =
        unreadForAdmission.requirements().stream()
            .filter(r -> !CHANGING_NO_POD.contains(r.resource()))
            .toList();
    return Unread.all(ofPod).and(simulation.unreadForPlacing(stored));
  }

  private static Pod copy(Pod pod, int index) {
    String base = pod.name().isEmpty() ? pod.metadata().generateName() + "…" : pod.name();
    String suffix = "-" + (index + 1);
    ObjectMeta meta = pod.metadata().with().name(base + suffix).uid("").build();
    List<Volume> volumes =
        pod.spec().volumes().stream()
            .map(v -> v.claimTemplate().isEmpty() ? v : v.withClaimName(c -> c + suffix))
            .toList();
    return new Pod(
        meta, pod.spec().withVolumes(volumes), pod.status().with(s -> s.resourceClaims(Map.of())));
  }
}
