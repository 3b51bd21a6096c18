package dev.plimsoll.model.explain;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Tells which pods Kubernetes ended before they were done: by preemption or eviction. A pod that is
 * gone is known by its events only.
 *
 * <p>Sources: {@code prepareCandidate} and {@code PreemptPod} in {@code
 * pkg/scheduler/framework/preemption/executor.go}, {@code emitPodDeletionEvent} in {@code
 * pkg/controller/tainteviction/taint_eviction.go}, {@code pkg/kubelet/eviction} and {@code
 * pkg/kubelet/preemption}.
 */
final class Disruptions {
  private static final String TARGET = "DisruptionTarget";
  private static final Set<String> REASONS =
      Set.of("Preempted", "Preempting", "Evicted", "TaintManagerEviction");

  private static final String CANCELLED = "Cancelling deletion ";

  /** The last part of a pod's name, if the API server generated it. */
  private static final Pattern RANDOM = Pattern.compile("[bcdfghjklmnpqrstvwxz2456789]{5}");

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

  private static final Pattern PREEMPTOR = Pattern.compile("^Preempted by pod ([-0-9a-zA-Z]+) on ");

  private Disruptions() {}

  /** Returns the reason why a pod is or was ended, if its end is a disruption. */
  static Optional<String> of(Pod pod) {
    return pod.status()
        .condition(TARGET)
        .filter(c -> c.status().equals("True"))
        .flatMap((Condition c) -> PodLifecycle.text(c.reason(), c.message()));
  }

  /** Returns the state with a note on the workload's lost pods, if the pod doesn't run. */
  static PodState noted(Cluster cluster, WorkloadPods workload, PodState state) {
    if (state.verdict() == PodVerdict.Placed || state.verdict() == PodVerdict.Finished) {
      return state;
    }
    Optional<String> note = note(cluster, workload);
    List<String> notes = new ArrayList<>(state.notes());
    note.ifPresent(notes::add);
    return note.isPresent() ? state.withNotes(notes) : state;
  }

  private static Optional<String> note(Cluster cluster, WorkloadPods workload) {
    Map<String, String> alive = new HashMap<>();
    workload.pods().stream()
        .filter(p -> !p.isTerminal() && !p.isTerminating())
        .forEach(p -> alive.put(p.name(), p.metadata().uid()));
    Set<String> creators =
        workload.templateOwners().stream()
            .map((PodTemplateOwner o) -> o.workload().name())
            .collect(Collectors.toSet());
    Optional<Instant> created =
        workload.templateOwners().stream()
            .flatMap(o -> o.workload().metadata().creationTimestamp().stream())
            .min(Comparator.naturalOrder());
    List<Event> lost =
        cluster.list(Event.class, workload.root().namespace()).stream()
            .filter(Disruptions::isDisruption)
            .filter(e -> !isAbout(e, alive) && isOf(creators, e.regarding().name()))
            .filter(e -> created.stream().noneMatch(t -> isBefore(e, t)))
            .toList();
    Set<String> pods = new HashSet<>();
    lost.forEach(e -> pods.add(e.regarding().name() + " " + e.regarding().uid()));
    return lost.stream()
        .max(Comparator.comparing((Event e) -> e.lastSeen().orElse(Instant.EPOCH)))
        .map(
            last ->
                (pods.size() == 1
                        ? "a former pod was ended, "
                        : Counted.of(pods.size(), "former pod") + " were ended, the last of them ")
                    + last.regarding().name()
                    + last.lastSeen()
                        .map(t -> " at " + t.truncatedTo(ChronoUnit.SECONDS))
                        .orElse("")
                    + PodLifecycle.text(last.reason(), last.note()).map(t -> ": " + t).orElse("")
                    + preemptor(cluster, last));
  }

  /** Pods of an earlier workload of the same name ended before the workload was created. */
  private static boolean isBefore(Event event, Instant created) {
    return event.lastSeen().filter(t -> t.isBefore(created)).isPresent();
  }

  private static boolean isDisruption(Event event) {
    return REASONS.contains(event.reason())
        && event.regarding().kind().equals("Pod")
        && !event.note().startsWith(CANCELLED);
  }

  /** An event without UID may be about any pod of the name. */
  private static boolean isAbout(Event event, Map<String, String> uids) {
    String uid = event.regarding().uid();
    String own = uids.get(event.regarding().name());
    return own != null && (uid.isEmpty() || uid.equals(own));
  }

  /** A pod of an Indexed Job has its index before the random part of its name. */
  private static boolean isOf(Set<String> creators, String pod) {
    String creator = beforeLast(pod);
    String last = pod.substring(Math.min(pod.length(), creator.length() + 1));
    if (RANDOM.matcher(last).matches()) {
      String indexed = beforeLast(creator);
      String index = creator.substring(Math.min(creator.length(), indexed.length() + 1));
      return creators.contains(creator)
          || (NUMBER.matcher(index).matches() && creators.contains(indexed));
    }
    return NUMBER.matcher(last).matches() && creators.contains(creator);
  }

  private static String beforeLast(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('-')));
  }

  /** The preemptor may be of any namespace. The cluster has only pods that the reader may see. */
  private static String preemptor(Cluster cluster, Event event) {
    Matcher uid = PREEMPTOR.matcher(event.note());
    return uid.find()
        ? cluster.list(Pod.class).stream()
            .filter(p -> p.metadata().uid().equals(uid.group(1)))
            .findFirst()
            .map(p -> " (pod " + nameFor(event, p) + priority(p) + ")")
            .orElse("")
        : "";
  }

  private static String nameFor(Event event, Pod preemptor) {
    return preemptor.namespace().equals(event.namespace()) ? preemptor.name() : preemptor.key();
  }

  private static String priority(Pod preemptor) {
    String name = preemptor.spec().priorityClassName();
    return preemptor.spec().priority().isEmpty()
        ? ""
        : ", priority "
            + preemptor.spec().priority().getAsInt()
            + (name.isEmpty() ? "" : " of PriorityClass " + name);
  }
}
