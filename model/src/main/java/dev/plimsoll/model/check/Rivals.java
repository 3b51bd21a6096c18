package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.UndecidedException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pods that may take what a roll-out frees before its new pods exist. These are pods without a
 * node, and pods that a quota denied and that their controller tries again.
 *
 * <p>Source: {@code Less} in {@code pkg/scheduler/framework/plugins/queuesort/priority_sort.go}. A
 * pod that doesn't exist yet is in no queue, so its priority helps only where it may evict.
 */
final class Rivals {
  private record Alike(String namespace, Map<String, String> labels, PodSpec spec) {
    static Alike of(Pod pod) {
      return new Alike(pod.namespace(), pod.metadata().labels(), pod.spec());
    }
  }

  private static final Comparator<Pod> QUEUE =
      Comparator.comparing((Pod p) -> -p.spec().priority().orElse(0))
          .thenComparing(p -> p.metadata().creationTimestamp().orElse(Instant.MAX));

  private final List<Pod> waiting;
  private final List<Pod> denied;
  private final PodHolds holds;
  private final String scheduler;
  private final List<Pod> winners = new ArrayList<>();

  private Rivals(List<Pod> waiting, List<Pod> denied, PodHolds holds, String scheduler) {
    this.waiting = new ArrayList<>(waiting);
    this.denied = new ArrayList<>(denied);
    this.holds = holds;
    this.scheduler = scheduler;
  }

  /**
   * Returns the rivals of a roll-out.
   *
   * @param before the cluster before the roll-out
   * @param set the objects of the set that make pods
   * @param tried those of them whose pods were created before
   */
  static Rivals of(
      Rollout rollout,
      Simulation before,
      List<AppliedWorkload> set,
      List<TriedWorkload> tried,
      PodHolds holds) {
    return new Rivals(
        waiting(before, rollout.old()),
        denied(rollout.owner().workload().namespace(), before, set, tried),
        holds,
        rollout.owner().template().spec().schedulerName());
  }

  /**
   * Returns the rivals of the set's new pods for what deleted pods free. Pods of the set are none.
   *
   * @param deleted the pods that controllers delete
   * @param before the cluster before the deletion
   */
  static Rivals of(
      List<Pod> deleted, Simulation before, List<AppliedWorkload> set, PodHolds holds) {
    Set<String> ofSet =
        set.stream()
            .flatMap(a -> before.workloads().workloadOf(a.workload().reference()).stream())
            .flatMap(w -> w.pods().stream())
            .map(Pod::key)
            .collect(Collectors.toSet());
    return new Rivals(
        waiting(before, deleted).stream().filter(p -> !ofSet.contains(p.key())).toList(),
        deleted.stream()
            .map(Pod::namespace)
            .distinct()
            .flatMap(namespace -> denied(namespace, before, set, List.of()).stream())
            .toList(),
        holds,
        deleted.stream().map(p -> p.spec().schedulerName()).findFirst().orElse(""));
  }

  private static List<Pod> waiting(Simulation before, List<Pod> leaving) {
    Set<String> own = new HashSet<>(leaving.stream().map(Pod::key).toList());
    return before.cluster().list(Pod.class).stream()
        .filter(p -> !p.isBound() && !p.isTerminal() && !p.isTerminating())
        .filter(p -> p.spec().schedulingGates().isEmpty() && !own.contains(p.key()))
        .sorted(QUEUE)
        .toList();
  }

  /** Returns the missing pods of a namespace with a quota; those of the set as they were denied. */
  private static List<Pod> denied(
      String namespace, Simulation before, List<AppliedWorkload> set, List<TriedWorkload> tried) {
    if (before.cluster().list(ResourceQuota.class, namespace).isEmpty()) {
      return List.of();
    }
    Set<ObjectReference> ofSet =
        set.stream().map(a -> a.workload().reference()).collect(Collectors.toSet());
    Stream<Pod> missing =
        before.workloads().list(namespace).stream()
            .filter(w -> !ofSet.contains(w.root()))
            .flatMap(w -> w.templateOwners().stream())
            .filter(o -> o.missing() > 0)
            .flatMap(o -> o.missingPods().stream());
    return Stream.concat(
            missing,
            tried.stream()
                .flatMap(t -> t.attempts().stream())
                .filter(PodAttempt::isDenied)
                .map(a -> a.attempt().pod())
                .filter(p -> p.namespace().equals(namespace)))
        .toList();
  }

  /** Returns an empty set of rivals. */
  static Rivals none() {
    return new Rivals(List.of(), List.of(), PodHolds.NONE, "");
  }

  boolean isEmpty() {
    return waiting.isEmpty() && denied.isEmpty();
  }

  /** Returns the pods that took something. */
  List<Pod> winners() {
    return List.copyOf(winners);
  }

  /** Returns the cluster once all rivals that can have taken what was freed. */
  Simulation take(Simulation freed) {
    Set<Alike> failed = new HashSet<>();
    Simulation current = freed;
    for (Pod pod : List.copyOf(denied)) {
      if (!failed.contains(Alike.of(pod))) {
        Simulation.Step step = tried(current::create, pod, current);
        if (step.attempt().admission().isPresent() && step.attempt().isAdmitted()) {
          current = won(pod, denied, step);
          if (!step.attempt().isPlaced()) {
            waiting.add(step.attempt().pod());
          }
        } else {
          failed.add(Alike.of(pod));
        }
      }
    }
    PodHolds.Sequence held = holds.on(current.cluster()).start();
    for (Pod pod : List.copyOf(waiting)) {
      if (!failed.contains(Alike.of(pod))) {
        Simulation.Step step = tried(current::schedule, asFarAsKnown(pod, current), current);
        if (step.attempt().isPlaced() && held.next(pod).isEmpty()) {
          current = won(pod, waiting, step);
        } else {
          failed.add(Alike.of(pod));
        }
      }
    }
    return current;
  }

  private Simulation won(Pod pod, List<Pod> from, Simulation.Step step) {
    from.remove(pod);
    winners.add(pod);
    return step.after();
  }

  private static Simulation.Step tried(
      Function<Pod, Simulation.Step> how, Pod pod, Simulation current) {
    try {
      return how.apply(pod);
    } catch (UndecidedException e) {
      return new Simulation.Step(Attempt.none(pod), current); // It waits as far as is known.
    }
  }

  /**
   * Returns a pod without what was not read, so that it may win. Another scheduler is taken to
   * follow kube-scheduler's rules.
   */
  private Pod asFarAsKnown(Pod pod, Simulation current) {
    if (current.isScheduled(pod) && current.unreadForPlacing(pod).isEmpty()) {
      return pod;
    }
    return pod.withSpec(
        pod.spec()
            .with()
            .volumes(List.of())
            .resourceClaims(List.of())
            .schedulerName(scheduler)
            .build());
  }
}
