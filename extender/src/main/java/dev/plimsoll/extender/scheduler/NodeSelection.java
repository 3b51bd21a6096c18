package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.scheduler.GangReservation.Slot;
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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Finds the nodes that are free for a claim soonest. Pods with the fewest devices must end there,
 * and pods of the claim's own tenant only if there is no other node. By all of the scheduler's
 * filters each pod must fit there once all pods have ended that do.
 *
 * <p>The pods of a gang get nodes one after the other. Each takes the node where the fewest further
 * devices must end, a node with pods of its gang first. For alike pods of one device kind this is
 * the least possible number: a node's next pod never needs fewer devices to end than the pod before
 * it.
 */
final class NodeSelection {
  /** At most this number of nodes is tried for a pod where most nodes suit. */
  private static final int TRIES = 32;

  private final Scheduler scheduler;
  private final Snapshot snapshot;
  private final Map<String, Headroom> headrooms = new HashMap<>();
  private final Map<String, Headroom> taken = new HashMap<>();
  private final Predicate<Pod> isOwn;
  private Snapshot then;

  /**
   * Nodes for a claim.
   *
   * @param own how many devices of the claim's own tenant must end
   * @param devices how many devices must end
   * @param slots a node for each pod
   */
  record Found(Quantity own, Quantity devices, List<Slot> slots) {
    /** The nodes where the fewest devices must end come first. */
    static final Comparator<Found> FEWEST =
        Comparator.comparing(Found::own).thenComparing(Found::devices);

    Found {
      slots = List.copyOf(slots);
    }
  }

  /**
   * The free amounts of a node.
   *
   * @param withOwn beside the claim's own tenant's pods
   * @param withAll beside all pods
   * @param most if the node had no pod
   */
  private record Headroom(Resources withOwn, Resources withAll, Resources most) {
    static Headroom of(NodeInfo node, Predicate<Pod> isOwn) {
      Resources most = node.node().allocatable();
      return new Headroom(free(node, most, isOwn), free(node, most, p -> true), most);
    }

    /** Returns the free amounts beside these pods, except pods that end soon. */
    private static Resources free(NodeInfo node, Resources most, Predicate<Pod> counted) {
      return most.subtract(
          node.pods().stream()
              .map(PodInfo::pod)
              .filter(p -> !p.isTerminating())
              .filter(counted)
              .map(NodeCapacity::requests)
              .reduce(Resources.EMPTY, Resources::add));
    }

    /** Returns the amounts that are left if these go to a pod of the claim. */
    Headroom without(Resources requests) {
      return new Headroom(
          withOwn.subtractWithNonNegativeResult(requests),
          withAll.subtractWithNonNegativeResult(requests),
          most.subtractWithNonNegativeResult(requests));
    }

    private static Quantity shortage(ResourceName name, Resources requests, Resources free) {
      Quantity requested = requests.getOrZero(name);
      return Quantity.max(requested.subtract(free.getOrZero(name)), Quantity.ZERO);
    }
  }

  /**
   * The amounts that must end on a node: devices of the pod's own tenant, devices of all, and CPU.
   */
  private record Candidate(
      NodeInfo node, boolean isAnother, Quantity own, Quantity devices, Quantity cpu) {
    static final Comparator<Candidate> FEWEST =
        Comparator.comparing(Candidate::own)
            .thenComparing(Candidate::devices)
            .thenComparing(Candidate::isAnother)
            .thenComparing(Candidate::cpu)
            .thenComparing(c -> c.node().name());
  }

  private NodeSelection(Scheduler scheduler, Snapshot snapshot, Predicate<Pod> isOwn) {
    this.scheduler = scheduler;
    this.snapshot = snapshot;
    this.isOwn = isOwn;
    this.then = snapshot;
  }

  /**
   * Returns nodes for all pods; empty if none was found for one of them.
   *
   * @param pods the pods; the snapshot has none of them
   * @param isOwn which pods are of the claim's own tenant
   * @param eligible which nodes a pod may take
   */
  static Optional<Found> find(
      Scheduler scheduler,
      Snapshot snapshot,
      List<Pod> pods,
      Predicate<Pod> isOwn,
      Function<Pod, Predicate<String>> eligible) {
    NodeSelection selection = new NodeSelection(scheduler, snapshot, isOwn);
    Quantity own = Quantity.ZERO;
    Quantity devices = Quantity.ZERO;
    List<Slot> slots = new ArrayList<>();
    for (Pod pod : pods) {
      Optional<Candidate> candidate = selection.take(pod, eligible.apply(pod));
      if (candidate.isEmpty()) {
        return Optional.empty();
      }
      own = own.add(candidate.get().own());
      devices = devices.add(candidate.get().devices());
      slots.add(new Slot(pod, candidate.get().node().name()));
    }
    return Optional.of(new Found(own, devices, slots));
  }

  private Optional<Candidate> take(Pod pod, Predicate<String> eligible) {
    RequiredNodeAffinity affinity = RequiredNodeAffinity.of(pod);
    Resources requests = Decisions.requests(pod);
    List<Candidate> candidates =
        snapshot.nodes().stream()
            .filter(n -> requests.exceeding(headroom(n).most()).isEmpty())
            .filter(n -> affinity.matches(n.node()))
            .filter(n -> NodeAvailability.of(n.node(), pod.spec().tolerations()).isAvailable())
            .filter(n -> eligible.test(n.name()))
            .map(n -> candidate(n, pod))
            .sorted(Candidate.FEWEST)
            .limit(TRIES)
            .toList();
    for (Candidate candidate : candidates) {
      NodeInfo node = candidate.node();
      Snapshot ended = onceOthersHaveEnded(node);
      if (scheduler.fits(ended, pod, node.name())) {
        taken.put(node.name(), headroom(node).without(requests));
        then = ended.with(pod, node.name());
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private Headroom headroom(NodeInfo node) {
    return Optional.ofNullable(taken.get(node.name()))
        .orElseGet(() -> headrooms.computeIfAbsent(node.name(), n -> Headroom.of(node, isOwn)));
  }

  private Candidate candidate(NodeInfo node, Pod pod) {
    Headroom headroom = headroom(node);
    return new Candidate(
        node,
        !taken.containsKey(node.name()),
        devicesShort(pod, headroom.withOwn()),
        devicesShort(pod, headroom.withAll()),
        Headroom.shortage(ResourceName.CPU, Decisions.requests(pod), headroom.withAll()));
  }

  private static Quantity devicesShort(Pod pod, Resources free) {
    Resources devices = NodeReservation.devices(pod);
    return devices.names().stream()
        .map(n -> Headroom.shortage(n, devices, free))
        .reduce(Quantity.ZERO, Quantity::add);
  }

  private Snapshot onceOthersHaveEnded(NodeInfo node) {
    Snapshot ended = then;
    if (!taken.containsKey(node.name())) {
      for (PodInfo each : node.pods()) {
        ended = ReservedHeadroom.isDaemon(each.pod()) ? ended : ended.without(each.pod());
      }
    }
    return ended;
  }
}
