package dev.plimsoll.extender.scheduler;

import static java.util.stream.Collectors.toSet;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.kubernetes.object.Affinity;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.snapshot.HostPort;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The pods that are evicted anyway, for pods that preempted before. kube-scheduler counts these
 * preemptors, but doesn't prefer their victims when the next pod preempts. Among pods that started
 * in the same second, kube-scheduler takes any. Each victim is therefore exchanged for a doomed pod
 * of the same node that is alike, and one pod fewer is evicted.
 *
 * <p>Until a watch shows for which node a preemptor is nominated, its victims on all nodes count as
 * doomed. Where that is wrong, the exchange evicts another pod that is alike, and as many pods as
 * before.
 *
 * <p>kube-scheduler may know already that a doomed pod is gone. Then the attempt ends with an
 * error, and kube-scheduler repeats it.
 *
 * <p>The order of victims in kube-scheduler is {@code MoreImportantPod} of {@code
 * pkg/scheduler/util/utils.go}.
 */
final class DoomedPods {
  /** Labels that number the pods of one workload. */
  private static final Set<String> NUMBERS =
      Set.of(
          "statefulset.kubernetes.io/pod-name",
          "apps.kubernetes.io/pod-index",
          "batch.kubernetes.io/job-completion-index");

  private final SchedulerState state;
  private final Set<String> chosen;

  DoomedPods(SchedulerState state, Pod preemptor) {
    this.state = state;
    this.chosen =
        state.pods().inFlight().values().stream()
            .filter(e -> !e.uid().equals(AssumedPod.uid(preemptor)))
            .flatMap(PodEntry::doomed)
            .collect(toSet());
  }

  /** Returns the victims' UIDs, in their order, with doomed pods in the place of alike victims. */
  List<String> exchanged(String node, List<String> victims) {
    List<Pod> placed = state.cluster().podsOn(node);
    List<Pod> doomed = new ArrayList<>(placed);
    doomed.removeIf(p -> victims.contains(AssumedPod.uid(p)) || !isDoomed(p));
    if (doomed.isEmpty()) {
      return victims;
    }
    List<String> exchanged = new ArrayList<>();
    for (String uid : victims) {
      Optional<Pod> other =
          placed.stream()
              .filter(p -> AssumedPod.uid(p).equals(uid) && !isDoomed(p))
              .findFirst()
              .flatMap(victim -> doomed.stream().filter(p -> isAlike(p, victim)).findFirst());
      other.ifPresent(doomed::remove);
      exchanged.add(other.map(AssumedPod::uid).orElse(uid));
    }
    return exchanged;
  }

  private boolean isDoomed(Pod pod) {
    return chosen.contains(AssumedPod.uid(pod)) || Preemption.isBeingPreempted(pod);
  }

  /** Returns whether each of two pods makes way for the same pods when it goes. */
  private static boolean isAlike(Pod one, Pod other) {
    Optional<Footprint> footprint = Footprint.of(one);
    return footprint.isPresent() && footprint.equals(Footprint.of(other));
  }

  /** Everything about a placed pod that kube-scheduler's filters and disruption budgets look at. */
  private record Footprint(
      String namespace,
      Map<String, String> labels,
      int priority,
      Resources requests,
      Set<HostPort> hostPorts,
      Affinity affinity) {

    /** Returns nothing for a pod that holds something of its own: a volume, or devices by name. */
    static Optional<Footprint> of(Pod pod) {
      boolean holdsItsOwn =
          !pod.spec().volumes().isEmpty()
              || !pod.spec().disks().isEmpty()
              || !pod.spec().resourceClaims().isEmpty();
      if (holdsItsOwn) {
        return Optional.empty();
      }
      return Optional.of(
          new Footprint(
              pod.namespace(),
              withoutNumbers(pod.metadata().labels()),
              Preemption.priority(pod),
              PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED),
              new HashSet<>(HostPort.of(pod)),
              pod.spec().affinity()));
    }

    private static Map<String, String> withoutNumbers(Map<String, String> labels) {
      Map<String, String> kept = new HashMap<>(labels);
      kept.keySet().removeAll(NUMBERS);
      return kept;
    }
  }
}
