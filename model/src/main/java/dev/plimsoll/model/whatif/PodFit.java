package dev.plimsoll.model.whatif;

import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.cluster.Requirement;
import dev.plimsoll.model.cluster.Unread;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.object.Namespace;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.object.Volume;
import dev.plimsoll.model.placement.framework.ScheduleResult;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * How many copies of a pod would run besides what is there.
 *
 * @param asked how many were tried
 * @param admitted how many the API server admits, wherever they would be placed
 * @param denial what it says to the next one; absent where all that were tried are admitted
 * @param placeable how many the nodes take, whatever the quota says
 * @param failure what the scheduler says to the next one; absent where all that were tried fit
 * @param nodes how many of the placeable ones each node takes
 * @param unreadForAdmission what wasn't read of what admission rests on; if there is any, how many
 *     are admitted isn't known
 * @param unreadForPlacing what wasn't read of what placement rests on; if there is any, how many
 *     are placeable isn't known
 */
public record PodFit(
    int asked,
    int admitted,
    Optional<AdmissionReport> denial,
    int placeable,
    Optional<ScheduleResult> failure,
    Map<String, Integer> nodes,
    Unread unreadForAdmission,
    Unread unreadForPlacing) {

  /** What only admission depends on; it changes no pod. */
  private static final Set<GroupResource> CHANGING_NO_POD =
      Set.of(ResourceQuota.RESOURCE, Namespace.RESOURCE);

  /** Which of the two stops first. */
  public enum Limit {
    /** The API server: a limit range or a quota. */
    ADMISSION,
    /** The nodes. */
    CAPACITY,
    /** Neither, of as many as were tried. */
    NONE
  }

  /** Makes the map unmodifiable and keeps it in order of the nodes' names. */
  public PodFit {
    nodes = Collections.unmodifiableMap(new TreeMap<>(nodes));
  }

  /** Tries as many copies of the pod as asked for. */
  public static PodFit of(Simulation simulation, Pod pod, int asked) {
    int admitted = 0;
    Optional<AdmissionReport> denial = Optional.empty();
    Pod stored = pod;
    Unread ofAdmission = simulation.admissionOf(copy(pod, 0)).unread();
    Simulation current = simulation;
    while (admitted < asked && denial.isEmpty()) {
      Simulation.Step step = current.admit(copy(pod, admitted));
      if (step.attempt().isAdmitted()) {
        stored = admitted == 0 ? step.attempt().pod() : stored;
        current = step.after();
        admitted++;
      } else {
        denial = step.attempt().admission();
      }
    }
    int placeable = 0;
    Optional<ScheduleResult> failure = Optional.empty();
    Map<String, Integer> nodes = new TreeMap<>();
    current = simulation;
    Unread ofPlacing = unreadForPlacing(simulation, stored, ofAdmission);
    while (placeable < asked && failure.isEmpty() && ofPlacing.isEmpty()) {
      Simulation.Step step = current.schedule(copy(stored, placeable));
      if (step.attempt().isPlaced()) {
        nodes.merge(step.attempt().node(), 1, Integer::sum);
        current = step.after();
        placeable++;
      } else {
        failure = step.attempt().scheduleResult();
      }
    }
    return new PodFit(asked, admitted, denial, placeable, failure, nodes, ofAdmission, ofPlacing);
  }

  /** Without what admission makes of the pod it isn't known what is to be placed. */
  private static Unread unreadForPlacing(Simulation simulation, Pod stored, Unread ofAdmission) {
    List<Requirement> ofPod =
        ofAdmission.requirements().stream()
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
    return new Pod(meta, pod.spec().withVolumes(volumes), pod.status());
  }

  /** Returns whether it is known how many copies would run. */
  public boolean isKnown() {
    boolean runsNone = unreadForAdmission.isEmpty() && admitted == 0;
    return runsNone || unread().isEmpty();
  }

  /** Returns what was not read of all that the numbers rest on. */
  public Unread unread() {
    return unreadForAdmission.and(unreadForPlacing);
  }

  /** Returns how many copies would run, if that {@link #isKnown}. */
  public int running() {
    return Math.min(admitted, placeable);
  }

  /** Returns what stops the next copy, if it {@link #isKnown}. */
  public Limit limit() {
    if (running() == asked) {
      return Limit.NONE;
    }
    return admitted <= placeable ? Limit.ADMISSION : Limit.CAPACITY;
  }
}
