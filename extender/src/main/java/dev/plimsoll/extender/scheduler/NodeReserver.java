package dev.plimsoll.extender.scheduler;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.topology.Domain;
import dev.plimsoll.model.topology.DomainRequest;
import dev.plimsoll.model.topology.GangDomains;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Looks for nodes to be reserved for large pods and for gangs, while decisions continue. */
public final class NodeReserver {
  /** Nodes are looked for this number of claims at a time. */
  private static final int MOST = 8;

  private final ReservationDecisions reservations;
  private final Supplier<Cluster> cluster;
  private final Scheduler scheduler = DefaultPlugins.scheduler();

  /** Reserves nodes by these decisions. */
  public NodeReserver(Decisions decisions) {
    this.reservations = decisions.reservations();
    this.cluster = decisions::cluster;
  }

  /** Looks once. */
  public void sync() {
    if (!reservations.areIdle()) {
      int nodes = nodesWithDevices(cluster.get());
      Optional<NodeClaim> next = reservations.next(nodes);
      for (int i = 0; i < MOST && next.isPresent(); i++) {
        reserve(next.get(), nodes);
        next = reservations.next(nodes);
      }
    }
  }

  private static int nodesWithDevices(Cluster cluster) {
    return (int)
        cluster.nodes().stream()
            .filter(n -> n.allocatable().names().stream().anyMatch(ResourceName::isExtended))
            .count();
  }

  private void reserve(NodeClaim claim, int nodes) {
    Pod first = claim.pods().get(0);
    Snapshot snapshot = reservations.placement(first).snapshot();
    Map<String, Boolean> own = new HashMap<>();
    Predicate<Pod> isOwn =
        p -> own.computeIfAbsent(p.namespace(), n -> reservations.areOfOneTenant(first, p));
    Function<Pod, Predicate<String>> eligible = reservations.withinShare(claim);
    nodeSets(claim).stream()
        .flatMap(
            set ->
                NodeSelection.find(
                    scheduler, snapshot, claim.pods(), isOwn, p -> set.and(eligible.apply(p)))
                    .stream())
        .min(NodeSelection.Found.FEWEST)
        .ifPresentOrElse(
            found -> reservations.reserve(claim, found.slots(), nodes),
            () -> reservations.defer(claim));
  }

  /** Returns the nodes of each possible domain. One such set must take all pods. */
  private List<Predicate<String>> nodeSets(NodeClaim claim) {
    if (claim.gang().isEmpty()) {
      return List.of(node -> true);
    }
    GangHome home = reservations.home();
    GangDomains domains = home.domains();
    DomainRequest request = domains.request(claim.pods());
    if (request.within().isEmpty()) {
      return List.of(node -> true);
    }
    return domains.possible(request, home.running(claim.gang().get())).stream()
        .map(NodeReserver::isIn)
        .toList();
  }

  private static Predicate<String> isIn(Domain domain) {
    return domain.nodes().stream().map(Node::name).collect(Collectors.toUnmodifiableSet())
        ::contains;
  }
}
