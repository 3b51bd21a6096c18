package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.WorkloadDenial;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The pods that would be placed if others ended: waiting pods on the nodes of these, and pods that
 * a quota denies in their namespace. Waiting pods are tried in the order of kube-scheduler's queue.
 * Pods that get a node without that are placed before.
 *
 * @param stored the placements of waiting pods
 * @param missing the placements of denied pods
 */
record WaitingForDevices(List<Attempt> stored, List<Attempt> missing) {
  /** Enough to name who waits; the first in the queue get the devices. */
  private static final int MOST_PLACED = 20;

  /** Comparing a pod with free resources is cheap, asking the scheduler isn't. */
  private static final int MOST_ASKED = 60;

  WaitingForDevices {
    stored = List.copyOf(stored);
    missing = List.copyOf(missing);
  }

  /** Tries it with some pods of one namespace ended. */
  static WaitingForDevices of(
      DetectionContext context, DeviceQueue queue, List<Pod> ending, Set<ResourceName> devices) {
    String namespace = ending.get(0).namespace();
    Simulation ended =
        queue
            .settled()
            .with(
                ending.stream()
                    .map(p -> new WorkloadChange.DeletePod(p.namespace(), p.name()))
                    .toList())
            .withResync(namespace);
    Set<String> nodes = ending.stream().map(p -> p.spec().nodeName()).collect(Collectors.toSet());
    Ended after = new Ended(context, ended, nodes);
    queue.pods().stream()
        .filter(p -> DetectionContext.requests(p).names().stream().anyMatch(devices::contains))
        .forEach(after::schedule);
    List<Attempt> missing =
        context.denialsIn(namespace).stream()
            .filter(d -> isCharged(context, d, ending))
            .flatMap(d -> after.create(d).stream())
            .toList();
    return new WaitingForDevices(after.placed, missing);
  }

  private static boolean isCharged(
      DetectionContext context, WorkloadDenial denial, List<Pod> ending) {
    return denial.report().exceededQuota().stream()
        .anyMatch(
            q ->
                q.limited().names().stream()
                    .anyMatch(n -> context.charge(ending, q.quota(), n).signum() > 0));
  }

  /** Returns the waiting pods that would be placed. */
  List<Pod> pods() {
    return stored.stream().map(Attempt::pod).toList();
  }

  boolean isEmpty() {
    return stored.isEmpty() && missing.isEmpty();
  }

  /** Returns all placements. */
  List<Attempt> all() {
    List<Attempt> all = new ArrayList<>(stored);
    all.addAll(missing);
    return all;
  }

  /** The cluster without the ended pods, with the pods that were placed since. */
  private static final class Ended {
    private final PodHolds.Sequence holds;
    private final Map<String, Resources> free = new HashMap<>();
    private final List<Attempt> placed = new ArrayList<>();
    private Simulation current;
    private int asked;

    Ended(DetectionContext context, Simulation ended, Set<String> nodes) {
      this.current = ended;
      this.holds = context.holds().on(ended.cluster()).start();
      for (String name : nodes) {
        ended
            .cluster()
            .find(Node.class, "", name)
            .ifPresent(n -> free.put(name, NodeCapacity.of(ended.cluster(), n).headroom()));
      }
    }

    /** Places a pod that may fit beside the ended pods; others don't matter there. */
    void schedule(Pod pod) {
      Resources requests = DetectionContext.requests(pod);
      if (placed.size() >= MOST_PLACED
          || asked >= MOST_ASKED
          || free.values().stream().noneMatch(f -> fits(requests, f))
          || holds.next(pod).isPresent()) {
        return;
      }
      asked++;
      Simulation.Step step = current.schedule(pod);
      Optional<Resources> before = Optional.ofNullable(free.get(step.attempt().node()));
      if (step.attempt().isPlaced()) {
        current = step.after();
        before.ifPresent(b -> free.put(step.attempt().node(), b.subtract(requests)));
        before.ifPresent(b -> placed.add(step.attempt()));
      }
    }

    private static boolean fits(Resources requests, Resources free) {
      return requests.names().stream()
          .allMatch(n -> requests.getOrZero(n).compareTo(free.getOrZero(n)) <= 0);
    }

    /** Creates the pods that a quota denied, as far as they are placed. */
    List<Attempt> create(WorkloadDenial denial) {
      int admitted = denial.admittedPods();
      SimulationRun run = SimulationRun.create(current, denial.missingPods());
      List<Attempt> more =
          run.attempts().stream().filter(Attempt::isPlaced).skip(admitted).toList();
      current = more.isEmpty() ? current : run.after();
      return more;
    }
  }
}
