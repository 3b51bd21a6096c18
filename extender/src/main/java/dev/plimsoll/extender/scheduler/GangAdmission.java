package dev.plimsoll.extender.scheduler;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.GangPlacement;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.model.topology.DomainQuestion;
import dev.plimsoll.model.topology.DomainRequest;
import dev.plimsoll.model.topology.GangDomains;
import java.util.List;
import java.util.Optional;

/**
 * Looks for nodes for the gangs that wait, the most important and oldest first, while decisions
 * continue. A gang that names a domain gets nodes of one domain, as {@link GangDomains} finds them
 * by best fit; each of its pods then passes only on the node that was found for the pod.
 */
public final class GangAdmission {
  private final Decisions decisions;
  private final Scheduler scheduler = DefaultPlugins.scheduler();

  /** Creates a gang admission that reserves through these decisions. */
  public GangAdmission(Decisions decisions) {
    this.decisions = decisions;
  }

  /** Looks once. */
  public void sync() {
    decisions.reservations().waitingGangs().forEach(this::admit);
  }

  private void admit(Gang gang, List<Pod> pods) {
    Snapshot snapshot = decisions.reservations().placement(pods.get(0)).snapshot();
    GangHome home = decisions.reservations().home();
    DomainRequest request = home.domains().request(pods);
    Optional<GangDomains.Placed> placed =
        request.equals(DomainRequest.NONE)
            ? GangPlacement.find(scheduler, snapshot, pods)
                .map(nodes -> new GangDomains.Placed(Optional.empty(), nodes))
            : together(home, snapshot, gang, pods, request);
    if (placed.isPresent()) {
      boolean related = pods.stream().anyMatch(p -> scheduler.looksBeyondNode(snapshot, p));
      boolean isBoundToNodes =
          related
              || placed.get().domain().isPresent()
              || (gang.podGroup().isPresent() && !areAlike(pods));
      decisions.reservations().reserve(gang, pods, placed.get().nodes(), isBoundToNodes);
    }
  }

  private static Optional<GangDomains.Placed> together(
      GangHome home, Snapshot snapshot, Gang gang, List<Pod> pods, DomainRequest request) {
    DomainQuestion question = new DomainQuestion(gang.name(), pods, home.running(gang), request);
    return home.domains().find(snapshot, question) instanceof GangDomains.Placed placed
        ? Optional.of(placed)
        : Optional.empty();
  }

  /** Returns whether any of the pods can go where another was to go. */
  private static boolean areAlike(List<Pod> pods) {
    return pods.stream().map(p -> Decisions.requests(p).removeZeros()).distinct().count() == 1;
  }
}
