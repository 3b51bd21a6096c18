package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Taint;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.defrag.Evictions;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Proposes to move pods without devices away from nodes with free devices. It moves the fewest pods
 * that make space for the waiting pods. A taint that other nodes are preferred to keeps the moved
 * pods from coming back.
 */
final class ClearNodesProposer implements UnschedulablePodsProposer {
  private static final int NODES_TRIED = 64;
  private static final int MOST_MOVED = 64;
  private static final int MOST_NAMED = 4;

  @Override
  public List<Proposal> propose(
      DetectionContext context, UnschedulablePods pods, ResourceName device) {
    List<Node> having =
        pods.nodesRejectedBy(Set.of("NodeResourcesFit")).stream()
            .filter(n -> n.allocatable().getOrZero(device).signum() > 0)
            .limit(NODES_TRIED)
            .toList();
    Optional<Taint> taint = taint(having, device);
    Simulation simulation =
        taint
            .map(t -> new NodeChange.AddTaint(having.stream().map(Node::name).toList(), t))
            .map(context.simulation()::with)
            .orElseGet(context::simulation);
    List<Pod> leaving = new ArrayList<>();
    Set<String> cleared = new LinkedHashSet<>();
    Simulation current = simulation;
    for (Pod pod : pods.pods()) {
      SimulationRun run = SimulationRun.place(current, List.of(pod));
      if (!run.allPlaced()) {
        Simulation before = current;
        Optional<List<Pod>> fewest =
            having.stream()
                .map(n -> leaving(before, n, pod, device))
                .flatMap(Optional::stream)
                .filter(l -> SimulationRun.place(without(before, l), List.of(pod)).allPlaced())
                .min(Comparator.comparingInt(List::size));
        if (fewest.isEmpty() || leaving.size() + fewest.get().size() > MOST_MOVED) {
          return List.of();
        }
        leaving.addAll(fewest.get());
        fewest.get().forEach(p -> cleared.add(p.spec().nodeName()));
        run = SimulationRun.place(without(before, fewest.get()), List.of(pod));
      }
      current = run.after();
    }
    return leaving.isEmpty() || !isKept(simulation, leaving, pods.pods())
        ? List.of()
        : List.of(proposal(pods.pods().get(0), having, taint, leaving, cleared, device));
  }

  /**
   * Returns whether the moved and the waiting pods all get a node, and budgets allow the evictions.
   */
  private static boolean isKept(Simulation simulation, List<Pod> leaving, List<Pod> waiting) {
    Simulation emptied = without(simulation, leaving);
    SimulationRun first = SimulationRun.place(emptied, displaced(leaving));
    return Evictions.of(simulation.cluster()).allow(leaving)
        && first.allPlaced()
        && SimulationRun.place(first.after(), waiting).allPlaced();
  }

  static List<Pod> displaced(List<Pod> leaving) {
    return leaving.stream().map(p -> p.withSpec(p.spec().withNodeName(""))).toList();
  }

  private static Simulation without(Simulation simulation, List<Pod> leaving) {
    return simulation.with(deletions(leaving));
  }

  static List<Change> deletions(List<Pod> leaving) {
    return leaving.stream()
        .map(p -> (Change) new WorkloadChange.DeletePod(p.namespace(), p.name()))
        .toList();
  }

  /** Returns the fewest pods without the device that make space for a pod on a node. */
  private static Optional<List<Pod>> leaving(
      Simulation simulation, Node node, Pod pod, ResourceName device) {
    Resources lacking =
        DetectionContext.requests(pod)
            .with(ResourceName.PODS, Quantity.of(1))
            .subtractWithNonNegativeResult(NodeCapacity.of(simulation.cluster(), node).headroom())
            .removeZeros();
    if (lacking.isEmpty() || lacking.names().stream().anyMatch(ResourceName::isExtended)) {
      return Optional.empty();
    }
    return FewestPods.without(simulation.cluster(), node, device, lacking);
  }

  /** Returns the taint, unless some of the nodes have one already. */
  static Optional<Taint> taint(List<Node> nodes, ResourceName device) {
    boolean isTainted =
        nodes.stream()
            .flatMap(n -> n.taints().stream())
            .anyMatch(t -> t.key().equals(device.name()));
    return isTainted
        ? Optional.empty()
        : Optional.of(new Taint(device.name(), "present", "PreferNoSchedule"));
  }

  private static Proposal proposal(
      Pod waiting,
      List<Node> having,
      Optional<Taint> taint,
      List<Pod> leaving,
      Set<String> cleared,
      ResourceName device) {
    List<Change> changes = new ArrayList<>();
    taint.ifPresent(
        t -> changes.add(new NodeChange.AddTaint(having.stream().map(Node::name).toList(), t)));
    changes.addAll(deletions(leaving));
    Set<String> namespaces =
        leaving.stream().map(Pod::namespace).collect(Collectors.toCollection(TreeSet::new));
    boolean own = taint.isEmpty() && namespaces.equals(Set.of(waiting.namespace()));
    String pods = Counted.of(leaving.size(), "running pod");
    List<String> costs = new ArrayList<>();
    costs.add(
        pods
            + " of "
            + Counted.noun(namespaces.size(), "namespace")
            + " "
            + String.join(", ", namespaces)
            + Counted.verb(leaving.size(), " starts", " start")
            + " again");
    taint.ifPresent(
        t ->
            costs.add(
                "pods without " + device + " go to other nodes first, while these have space"));
    return Proposal.ofCluster(
            (taint.isPresent()
                    ? "have pods without " + device + " prefer other nodes, and move "
                    : "move ")
                + named(leaving.stream().map(Pod::key).toList())
                + " away from "
                + Counted.noun(cleared.size(), "node")
                + " "
                + named(List.copyOf(cleared))
                + " (a pod moves by being deleted and created again)",
            own ? Actor.TENANT : Actor.ADMIN,
            changes)
        .withDisplaced(displaced(leaving))
        .withCosts(costs);
  }

  static String named(List<String> names) {
    return names.size() <= MOST_NAMED
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, MOST_NAMED))
            + " and "
            + (names.size() - MOST_NAMED)
            + " more";
  }
}
