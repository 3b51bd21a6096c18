package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.UndecidedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Plays a small set in every order in which its pods can be created. Orders that lead to the same
 * pods on the same nodes go on as one.
 */
final class EveryOrder {
  /** Creating that number of pods takes a fraction of a second, on thousands of nodes too. */
  private static final int MOST_CREATED = 400;

  /** A pod to be created, and whose pod it is. */
  private record Next(int workload, Pod pod) {}

  private final List<TriedWorkload> creators;
  private final List<List<Next>> sequences;
  private final PodHolds holds;
  private final Set<String> seen = new HashSet<>();
  private final Map<ObjectReference, Set<PodsEnd>> ends = new HashMap<>();
  private boolean deniesAnyway = true;
  private boolean waitsAnyway = true;
  private int created;

  private EveryOrder(List<TriedWorkload> creators, List<List<Next>> sequences, PodHolds holds) {
    this.creators = creators;
    this.sequences = sequences;
    this.holds = holds;
  }

  /**
   * Returns the workloads that don't end alike in every order; absent if the set has too many
   * orders, or pods that aren't just created.
   *
   * @param start the cluster before the pods
   * @param holds which pods are held; pods that pass hold no others
   */
  static Optional<OpenWorkloads> of(
      List<TriedWorkload> creators, Simulation start, PodHolds holds) {
    List<List<Next>> sequences = new ArrayList<>();
    List<Next> bare = new ArrayList<>();
    long states = 1;
    for (int i = 0; i < creators.size(); i++) {
      List<Next> pods = new ArrayList<>();
      for (Pod pod : newPods(creators.get(i), start)) {
        pods.add(new Next(i, pod));
      }
      if (pods.size() < creators.get(i).wanted()) {
        return Optional.empty();
      }
      if (creators.get(i).workload().checked().object() instanceof Pod) {
        bare.addAll(pods);
      } else {
        sequences.add(pods);
        states = Math.min(MOST_CREATED + 2, states * (pods.size() + 1));
      }
    }
    sequences.add(bare);
    // A state costs at least one pod, unless an ordered workload stops before its last pod.
    boolean mayEndEarly = bare.isEmpty() && creators.stream().anyMatch(TriedWorkload::isOrdered);
    if (states * (bare.size() + 1) > MOST_CREATED + 1 && !mayEndEarly) {
      return Optional.empty();
    }
    EveryOrder every = new EveryOrder(creators, sequences, holds);
    try {
      List<List<PodAttempt>> none = creators.stream().map(c -> List.<PodAttempt>of()).toList();
      return every.play(start, new int[sequences.size()], none)
          ? Optional.of(every.open())
          : Optional.empty();
    } catch (UndecidedException e) {
      return Optional.empty();
    }
  }

  /** Returns the pods that a workload creates; none if it does something else, too. */
  private static List<Pod> newPods(TriedWorkload tried, Simulation start) {
    AppliedWorkload workload = tried.workload();
    boolean onlyCreates =
        workload.rollout().isEmpty()
            && workload.waiting().isEmpty()
            && !tried.leavesNothing()
            && tried.attempts().stream().allMatch(PodAttempt::isKnown);
    List<Pod> pods = new ArrayList<>();
    if (onlyCreates) {
      for (PodTemplateOwner owner : workload.pods().orElseThrow().templateOwners()) {
        pods.addAll(
            owner.workload().details() instanceof WorkloadDetails.DaemonSet
                ? DaemonSetPods.lacking(start.cluster(), owner, List.of()).missingPods()
                : owner.missingPods());
      }
    }
    return pods;
  }

  private OpenWorkloads open() {
    Set<ObjectReference> open = new HashSet<>();
    ends.forEach(
        (workload, several) -> {
          if (several.size() > 1) {
            open.add(workload);
          }
        });
    return new OpenWorkloads(open, deniesAnyway, waitsAnyway);
  }

  /** Creates each pod that may come next; returns false if that takes too long. */
  private boolean play(Simulation now, int[] next, List<List<PodAttempt>> made) {
    if (!seen.add(state(next, made))) {
      return true;
    }
    boolean isEnd = true;
    for (int i = 0; i < next.length; i++) {
      if (next[i] < sequences.get(i).size()) {
        isEnd = false;
        if (++created > MOST_CREATED || !create(now, next, made, i)) {
          return false;
        }
      }
    }
    if (isEnd) {
      end(now, made);
    }
    return true;
  }

  private boolean create(Simulation now, int[] next, List<List<PodAttempt>> made, int sequence) {
    Next pod = sequences.get(sequence).get(next[sequence]);
    PodCreation creation = creation(now);
    PodAttempt attempt = creation.create(List.of(pod.pod()), false).get(0);
    int[] after = next.clone();
    boolean stops = creators.get(pod.workload()).isOrdered() && !attempt.runs();
    after[sequence] = stops ? sequences.get(sequence).size() : next[sequence] + 1;
    List<List<PodAttempt>> more = new ArrayList<>(made);
    List<PodAttempt> own = new ArrayList<>(made.get(pod.workload()));
    own.add(attempt);
    more.set(pod.workload(), own);
    return play(creation.simulation(), after, more);
  }

  private PodCreation creation(Simulation simulation) {
    return new PodCreation(simulation, holds.start(), Rivals.none());
  }

  /** Names where the pods of each workload are, and which pods they evicted. */
  private static String state(int[] next, List<List<PodAttempt>> made) {
    StringBuilder state = new StringBuilder(Arrays.toString(next));
    for (List<PodAttempt> attempts : made) {
      state.append(
          attempts.stream()
              .map(
                  a ->
                      (a.isDenied() ? "denied" : a.attempt().node())
                          + a.victims().stream().map(Pod::key).sorted().toList())
              .sorted()
              .toList());
    }
    return state.toString();
  }

  private void end(Simulation last, List<List<PodAttempt>> made) {
    List<TriedWorkload> tried = new ArrayList<>();
    for (int i = 0; i < creators.size(); i++) {
      tried.add(new TriedWorkload(creators.get(i).workload(), made.get(i), last, last));
    }
    boolean anyDenied = false;
    boolean anyWaits = false;
    for (TriedWorkload each : TriedWorkload.retry(tried, creation(last))) {
      PodsEnd end = PodsEnd.of(each);
      ends.computeIfAbsent(each.reference(), r -> new HashSet<>()).add(end);
      anyDenied |= end.denied() > 0;
      anyWaits |= end.waiting() > 0 || end.victims() > 0;
    }
    deniesAnyway &= anyDenied;
    waitsAnyway &= anyDenied || anyWaits;
  }
}
