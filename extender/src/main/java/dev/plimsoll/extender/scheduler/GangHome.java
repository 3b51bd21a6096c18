package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.GangMembers;
import dev.plimsoll.extender.scheduler.GangReservation.Slot;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.model.tenancy.PolicyLevels;
import dev.plimsoll.model.topology.Domain;
import dev.plimsoll.model.topology.DomainRequest;
import dev.plimsoll.model.topology.GangDomains;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where gangs that name a domain must be, in one state. Of gangs that name none, nothing is
 * computed.
 */
final class GangHome {
  static final String REJECTION = "outside the domain of its gang";

  private final SchedulerState state;

  GangHome(SchedulerState state) {
    this.state = state;
  }

  /** Returns the domains of the state's nodes. */
  GangDomains domains() {
    return new GangDomains(
        DefaultPlugins.scheduler(),
        state.cluster(),
        PolicyLevels.of(
            state.cluster(),
            state.usage().tenants().stream().map(t -> t.appliedPolicy().policy()).toList()));
  }

  /** Returns the pods of a gang that have a node or are being bound to one. */
  List<Pod> running(Gang gang) {
    Stream<Pod> bound =
        state.cluster().list(Pod.class, gang.namespace()).stream().filter(GangMembers::runs);
    Stream<Pod> comingToNodes =
        state
            .pods()
            .assumed()
            .filter(e -> !e.isToAnyNode() && !e.node().isEmpty())
            .map(e -> e.pod().withSpec(e.pod().spec().withNodeName(e.node())));
    return Stream.concat(bound, comingToNodes)
        .filter(p -> Gang.of(p).equals(Optional.of(gang)))
        .toList();
  }

  /**
   * Returns for each node why the pod may not go there; empty if the pod may go anywhere. A pod
   * with a reservation goes to its own node.
   */
  Optional<Function<String, String>> rejections(Pod pod) {
    DomainRequest request = DomainRequest.of(state.cluster(), pod);
    return request.within().isEmpty() || new Gangs(state).isReserved(pod)
        ? Optional.empty()
        : Gang.of(pod).flatMap(g -> domains().kept(request, running(g))).map(GangHome::outside);
  }

  private static Function<String, String> outside(Domain domain) {
    Set<String> inside =
        domain.nodes().stream().map(n -> n.name()).collect(Collectors.toUnmodifiableSet());
    return node -> inside.contains(node) ? "" : REJECTION;
  }

  /**
   * Returns whether what is reserved for a gang is still in one domain, and in the domain of the
   * gang's running pods. Labels of nodes may have changed since.
   */
  boolean isKeptBy(Gang gang, GangReservation reservation) {
    Optional<DomainRequest> request =
        reservation.slots().stream()
            .map(s -> DomainRequest.of(state.cluster(), s.pod()))
            .filter(r -> r.within().isPresent())
            .findFirst();
    if (request.isEmpty()) {
      return true;
    }
    GangDomains domains = domains();
    List<String> nodes = reservation.slots().stream().map(Slot::node).toList();
    Optional<Domain> kept = domains.kept(request.get(), running(gang));
    Function<String, String> rejection = kept.map(GangHome::outside).orElse(n -> "");
    return domains.areTogether(request.get(), nodes)
        && nodes.stream().allMatch(n -> rejection.apply(n).isEmpty());
  }
}
