package dev.plimsoll.model.defrag;

import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.placement.snapshot.RequiredNodeAffinity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.defrag.DefragmentationPlan.Move;
import dev.plimsoll.model.topology.Domain;
import dev.plimsoll.model.topology.DomainLack;
import dev.plimsoll.model.topology.DomainQuestion;
import dev.plimsoll.model.topology.DomainTree;
import dev.plimsoll.model.topology.GangDomains;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds the fewest pods whose move lets one domain take a gang.
 *
 * <p>For each domain, the fewest pods that release enough slots are computed, node by node: on each
 * node, pods leave from the largest on. Pods of a gang that differ count as their largest request.
 * Domains are tried from the one with the fewest pods to move. A trial cordons the domain's nodes,
 * has the scheduler place the moved pods elsewhere, uncordons the nodes, and looks for nodes for
 * the gang. Budgets must allow all evictions together.
 */
public final class DomainDefragmentation {
  /** The most domains tried, because each trial places all moved pods. */
  private static final int DOMAINS_TRIED = 8;

  private final Simulation simulation;
  private final Cluster cluster;
  private final DomainLack lack;
  private final DomainQuestion gang;
  private final Evictions evictions;
  private final Resources request;

  private DomainDefragmentation(Simulation simulation, DomainLack lack) {
    this.simulation = simulation;
    this.cluster = simulation.cluster();
    this.lack = lack;
    this.gang = lack.question();
    this.evictions = Evictions.of(cluster);
    this.request =
        gang.waiting().stream()
            .map(NodeCapacity::requests)
            .reduce(Resources.EMPTY, Resources::max)
            .removeZeros();
  }

  private record Plan(Domain domain, List<Pod> leaving) {}

  /** Returns the moves; empty if none were found. */
  public static Optional<DomainMoves> find(Simulation simulation, DomainLack lack) {
    return new DomainDefragmentation(simulation, lack).find();
  }

  private Optional<DomainMoves> find() {
    DomainTree tree = DomainTree.of(lack.levels(), cluster.nodes());
    Optional<Domain> kept = domains(cluster).kept(gang.request(), gang.running());
    return gang.request().within().flatMap(tree::level).stream()
        .flatMap(level -> tree.domains(level).stream())
        .filter(d -> kept.isEmpty() || kept.get().equals(d))
        .flatMap(d -> fewest(d).map(leaving -> new Plan(d, leaving)).stream())
        .filter(p -> evictions.allow(p.leaving()))
        .sorted(
            Comparator.comparingInt((Plan p) -> p.leaving().size())
                .thenComparing(p -> p.domain().name()))
        .limit(DOMAINS_TRIED)
        .flatMap(p -> tried(p).stream())
        .findFirst();
  }

  private GangDomains domains(Cluster some) {
    return new GangDomains(DefaultPlugins.scheduler(), some, lack.levels());
  }

  /** Returns the fewest pods without which the domain has a slot for each pod of the gang. */
  private Optional<List<Pod>> fewest(Domain domain) {
    int needed = gang.waiting().size();
    List<Optional<List<Pod>>> fewest = new ArrayList<>();
    for (int i = 0; i <= needed; i++) {
      fewest.add(i == 0 ? Optional.of(List.of()) : Optional.empty());
    }
    for (Node node : domain.nodes()) {
      if (isEligible(node)) {
        add(fewest, node);
      }
    }
    return fewest.get(needed).filter(pods -> !pods.isEmpty());
  }

  private boolean isEligible(Node node) {
    return gang.waiting().stream()
        .anyMatch(
            p ->
                NodeAvailability.of(node, p.spec().tolerations()).isAvailable()
                    && RequiredNodeAffinity.of(p).matches(node));
  }

  /** Adds the slots of a node, with none, one, two and more of its pods gone. */
  private void add(List<Optional<List<Pod>>> fewest, Node node) {
    List<Pod> movable =
        cluster.podsOn(node.name()).stream()
            .filter(Evictions::isMadeElsewhere)
            .filter(p -> !gang.running().contains(p) && evictions.allow(List.of(p)))
            .filter(p -> !NodeCapacity.requests(p).mask(request::contains).removeZeros().isEmpty())
            .sorted(
                Comparator.comparing((Pod p) -> NodeCapacity.requests(p).getOrZero(lack.resource()))
                    .reversed()
                    .thenComparing(Pod::key))
            .toList();
    List<Optional<List<Pod>>> before = List.copyOf(fewest);
    NodeCapacity capacity = NodeCapacity.of(cluster, node);
    for (int gone = 0; gone <= movable.size(); gone++) {
      int slots = slots(capacity.free());
      for (int i = 0; i < before.size() && slots > 0; i++) {
        int reached = Math.min(fewest.size() - 1, i + slots);
        List<Pod> leaving = movable.subList(0, gone);
        before
            .get(i)
            .map(some -> concat(some, leaving))
            .filter(all -> fewest.get(reached).filter(o -> o.size() <= all.size()).isEmpty())
            .ifPresent(all -> fewest.set(reached, Optional.of(all)));
      }
      if (gone < movable.size()) {
        capacity = capacity.minus(NodeCapacity.requests(movable.get(gone)));
      }
    }
  }

  private int slots(Resources free) {
    int slots = gang.waiting().size();
    for (ResourceName name : request.names()) {
      double each = request.getOrZero(name).toDouble();
      slots = (int) Math.min(slots, Math.max(0, free.getOrZero(name).toDouble() / each));
    }
    return slots;
  }

  private static List<Pod> concat(List<Pod> some, List<Pod> others) {
    List<Pod> all = new ArrayList<>(some);
    all.addAll(others);
    return List.copyOf(all);
  }

  private Optional<DomainMoves> tried(Plan plan) {
    List<String> open =
        plan.domain().nodes().stream().filter(n -> !n.unschedulable()).map(Node::name).toList();
    List<Change> changes = new ArrayList<>();
    open.forEach(n -> changes.add(new NodeChange.Cordon(n)));
    plan.leaving().forEach(p -> changes.add(new WorkloadChange.DeletePod(p.namespace(), p.name())));
    List<Pod> displaced =
        plan.leaving().stream().map(p -> p.withSpec(p.spec().withNodeName(""))).toList();
    SimulationRun run = SimulationRun.place(simulation.with(changes), displaced);
    if (!run.allPlaced()) {
      return Optional.empty();
    }
    Simulation then = run.after().with(open.stream().map(NodeChange.Uncordon::new).toList());
    if (!(domains(then.cluster()).find(then.snapshot(), gang) instanceof GangDomains.Placed)) {
      return Optional.empty();
    }
    List<Move> moves = new ArrayList<>();
    for (int i = 0; i < displaced.size(); i++) {
      moves.add(new Move(plan.leaving().get(i), run.attempts().get(i).node()));
    }
    return Optional.of(new DomainMoves(plan.domain(), open, moves));
  }
}
