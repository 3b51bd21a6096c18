package dev.plimsoll.model.defrag;

import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.capacity.TypicalRequest;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodDisruptionBudget;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.defrag.DefragmentationPlan.Move;
import dev.plimsoll.model.defrag.DefragmentationPlan.Moves;
import dev.plimsoll.model.defrag.DefragmentationPlan.NoMoves;
import dev.plimsoll.model.defrag.DefragmentationPlan.Outcome;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds the fewest pods whose move gives back one whole node. Nodes are tried from the one with the
 * fewest pods to move; a trial cordons the node and the whole ones, takes the pods away and lets
 * the scheduler place them, the largest first. That pods fit nowhere in this order doesn't prove
 * that they can't be placed, unless one of them fits nowhere alone; and that other pods could make
 * space by moving, too, isn't tried. So where nodes with fewer pods were tried in vain, the result
 * may be only the fewest found.
 */
public final class Defragmentation {
  private static final List<Requirement> REQUIREMENTS =
      List.of(
          Requirement.all(Node.RESOURCE),
          Requirement.all(Pod.RESOURCE),
          Requirement.all(PodDisruptionBudget.RESOURCE));

  /**
   * The most nodes tried, because each trial places pods on thousands of nodes; after that, nothing
   * was found.
   */
  private static final int NODES_TRIED = 200;

  private final Simulation simulation;
  private final Cluster cluster;
  private final ResourceName resource;
  private final Quantity least;
  private final Evictions evictions;
  private final Optional<TypicalRequest> typical;
  private int failed;
  private int stranded;
  private int leastOfFailed = Integer.MAX_VALUE;
  private boolean failuresAreProven = true;

  private Defragmentation(Simulation simulation, ResourceName resource, Quantity least) {
    this.simulation = simulation;
    this.cluster = simulation.cluster();
    this.resource = resource;
    this.least = least;
    this.evictions = Evictions.of(cluster);
    this.typical = Optional.ofNullable(TypicalRequest.of(cluster).get(resource));
  }

  /** A node, and the pods that have some of it. */
  private record Candidate(Node node, List<Pod> pods) {}

  /**
   * Plans what gives back a node that is whole by a resource.
   *
   * @param least how much of it the node must have; positive
   */
  public static DefragmentationPlan plan(
      Simulation simulation, ResourceName resource, Quantity least) {
    Unread unread = Unread.of(simulation.cluster(), REQUIREMENTS);
    Outcome outcome =
        unread.isEmpty()
            ? new Defragmentation(simulation, resource, least).outcome()
            : new DefragmentationPlan.Unknown(unread);
    return new DefragmentationPlan(resource, outcome);
  }

  private Outcome outcome() {
    List<Candidate> candidates = new ArrayList<>();
    List<String> whole = new ArrayList<>();
    for (Node node : cluster.nodes()) {
      Quantity has = node.allocatable().getOrZero(resource);
      if (has.signum() > 0 && NodeAvailability.of(node).isAvailable()) {
        List<Pod> pods = cluster.podsOn(node.name()).stream().filter(this::hasSome).toList();
        if (pods.isEmpty()) {
          whole.add(node.name());
        } else if (has.compareTo(least) >= 0) {
          if (isUsableWithout(node, pods)) {
            candidates.add(new Candidate(node, largestFirst(pods)));
          } else {
            stranded++;
          }
        }
      }
    }
    List<Candidate> movable = candidates.stream().filter(c -> mayMove(c.pods())).toList();
    return movable.stream()
        .sorted(
            Comparator.comparingInt((Candidate c) -> c.pods().size())
                .thenComparing(c -> c.node().name()))
        .limit(NODES_TRIED)
        .map(c -> tried(c, whole))
        .flatMap(Optional::stream)
        .findFirst()
        .<Outcome>map(m -> m)
        .orElseGet(
            () ->
                new NoMoves(
                    candidates.size() + stranded,
                    candidates.size() - movable.size(),
                    failed,
                    stranded));
  }

  /** Returns whether other pods leave enough CPU and memory for what the node is emptied for. */
  private boolean isUsableWithout(Node node, List<Pod> leaving) {
    NodeCapacity capacity = NodeCapacity.of(cluster, node);
    for (Pod pod : leaving) {
      capacity = capacity.minus(NodeCapacity.requests(pod));
    }
    return TypicalRequest.usable(typical, resource, capacity.headroom()).compareTo(least) >= 0;
  }

  private boolean hasSome(Pod pod) {
    return !pod.isTerminal() && requested(pod).signum() > 0;
  }

  private Quantity requested(Pod pod) {
    return NodeCapacity.requests(pod).getOrZero(resource);
  }

  private List<Pod> largestFirst(Collection<Pod> pods) {
    return pods.stream()
        .sorted(Comparator.comparing(this::requested).reversed().thenComparing(Pod::key))
        .toList();
  }

  private boolean mayMove(List<Pod> pods) {
    return pods.stream().allMatch(Evictions::isMadeElsewhere) && evictions.allow(pods);
  }

  private Optional<Moves> tried(Candidate candidate, List<String> whole) {
    List<String> cordoned =
        Stream.concat(Stream.of(candidate.node().name()), whole.stream()).toList();
    List<Change> changes = new ArrayList<>();
    List<Pod> displaced = new ArrayList<>();
    cordoned.forEach(name -> changes.add(new NodeChange.Cordon(name)));
    for (Pod pod : candidate.pods()) {
      changes.add(new WorkloadChange.DeletePod(pod.namespace(), pod.name()));
      displaced.add(pod.withSpec(pod.spec().withNodeName("")));
    }
    Simulation emptied = simulation.with(changes);
    SimulationRun run = SimulationRun.place(emptied, displaced);
    if (!run.allPlaced() || run.attempts().stream().anyMatch(a -> cordoned.contains(a.node()))) {
      failed++;
      leastOfFailed = Math.min(leastOfFailed, displaced.size());
      Predicate<Pod> hasNode = emptied::hasNodeFor;
      failuresAreProven &= run.unread().isEmpty() && displaced.stream().anyMatch(hasNode.negate());
      return Optional.empty();
    }
    List<Move> moves = new ArrayList<>();
    for (int i = 0; i < displaced.size(); i++) {
      moves.add(new Move(candidate.pods().get(i), run.attempts().get(i).node()));
    }
    return Optional.of(new Moves(candidate.node().name(), cordoned, moves, isFewest(moves.size())));
  }

  /** Where a node with fewer pods failed, moving others, too, takes at least one move more. */
  private boolean isFewest(int moves) {
    return failed == 0 || (failuresAreProven && moves - 1 <= leastOfFailed);
  }
}
