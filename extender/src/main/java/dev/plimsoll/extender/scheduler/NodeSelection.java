package dev.plimsoll.extender.scheduler;

import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.RequiredNodeAffinity;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds the node that is free for a large pod soonest. Pods with the fewest devices must end there,
 * and pods of the same tenant only if there is no other node. By all of the scheduler's filters the
 * pod must fit there once those have ended that do.
 */
final class NodeSelection {
  /** At most this number of nodes is tried where most nodes suit. */
  private static final int TRIES = 32;

  private final Scheduler scheduler;
  private final Snapshot snapshot;
  private final Pod pod;
  private final Predicate<Pod> isOwn;
  private final Resources devices;

  /**
   * The amounts that must end on a node: devices of the pod's own tenant, devices of all, and CPU.
   */
  private record Candidate(NodeInfo node, Quantity own, Quantity devices, Quantity cpu) {
    static final Comparator<Candidate> FEWEST =
        Comparator.comparing(Candidate::own)
            .thenComparing(Candidate::devices)
            .thenComparing(Candidate::cpu)
            .thenComparing(c -> c.node().name());
  }

  private NodeSelection(Scheduler scheduler, Snapshot snapshot, Pod pod, Predicate<Pod> isOwn) {
    this.isOwn = isOwn;
    this.scheduler = scheduler;
    this.snapshot = snapshot;
    this.pod = pod;
    this.devices = NodeReservation.devices(pod);
  }

  /**
   * Returns the node's name; empty if none was found.
   *
   * @param isOwn which pods are of the pod's own tenant
   * @param eligible which nodes may be taken
   */
  static Optional<String> find(
      Scheduler scheduler,
      Snapshot snapshot,
      Pod pod,
      Predicate<Pod> isOwn,
      Predicate<String> eligible) {
    NodeSelection selection = new NodeSelection(scheduler, snapshot, pod, isOwn);
    RequiredNodeAffinity affinity = RequiredNodeAffinity.of(pod);
    List<Candidate> candidates =
        snapshot.nodes().stream()
            .filter(n -> Decisions.requests(pod).exceeding(n.node().allocatable()).isEmpty())
            .filter(n -> affinity.matches(n.node()))
            .filter(n -> NodeAvailability.of(n.node(), pod.spec().tolerations()).isAvailable())
            .filter(n -> eligible.test(n.name()))
            .map(selection::candidate)
            .sorted(Candidate.FEWEST)
            .limit(TRIES)
            .toList();
    return candidates.stream()
        .map(Candidate::node)
        .filter(selection::fitsOnceOthersHaveEnded)
        .map(NodeInfo::name)
        .findFirst();
  }

  private Candidate candidate(NodeInfo node) {
    Resources own = free(node, isOwn);
    Resources free = free(node, p -> true);
    return new Candidate(
        node, devicesShort(own), devicesShort(free), shortage(ResourceName.CPU, free));
  }

  /** Returns the free amounts beside these pods, except pods that end soon. */
  private static Resources free(NodeInfo node, Predicate<Pod> counted) {
    return node.node()
        .allocatable()
        .subtract(
            node.pods().stream()
                .map(PodInfo::pod)
                .filter(p -> !p.isTerminating())
                .filter(counted)
                .map(NodeCapacity::requests)
                .reduce(Resources.EMPTY, Resources::add));
  }

  private Quantity devicesShort(Resources free) {
    return devices.names().stream()
        .map(n -> shortage(n, free))
        .reduce(Quantity.ZERO, Quantity::add);
  }

  private Quantity shortage(ResourceName name, Resources free) {
    Quantity requested = Decisions.requests(pod).getOrZero(name);
    return Quantity.max(requested.subtract(free.getOrZero(name)), Quantity.ZERO);
  }

  private boolean fitsOnceOthersHaveEnded(NodeInfo node) {
    Snapshot then = snapshot;
    for (PodInfo each : node.pods()) {
      then = ReservedHeadroom.isDaemon(each.pod()) ? then : then.without(each.pod());
    }
    return scheduler.fits(then, pod, node.name());
  }
}
