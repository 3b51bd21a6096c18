package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Searches one domain that takes all pods of a gang.
 *
 * <p>Levels are searched in the order of {@link DomainTree#searched}. On a level, the domain with
 * the least free of what the gang requests comes first, so that larger domains stay whole. A domain
 * whose sums or slots are too small is skipped, and {@link DomainPlacement} searches the others.
 */
final class DomainSearch {
  private final Snapshot snapshot;
  private final GangNodes amounts;
  private final DomainPlacement placement;

  DomainSearch(Scheduler scheduler, Snapshot snapshot, List<Pod> pods) {
    this.snapshot = snapshot;
    this.amounts = new GangNodes(snapshot, pods);
    this.placement = new DomainPlacement(scheduler, snapshot, pods);
  }

  /**
   * A domain in which the gang may be, as far as it is within the required domain.
   *
   * @param domain the domain
   * @param nodes its nodes that the snapshot has and that some pod of the gang may use
   */
  record Candidate(Domain domain, List<NodeInfo> nodes) {
    Candidate {
      nodes = List.copyOf(nodes);
    }
  }

  /** A domain that takes all pods, and a node for each pod by the pod's key. */
  record Found(Domain domain, Map<String, String> nodes) {}

  GangNodes amounts() {
    return amounts;
  }

  /** Returns whether it is proven that nothing fits where nothing was found. */
  boolean isExact() {
    return placement.isExact();
  }

  /**
   * Returns the domains of a level. A domain that is partly in a required domain counts in part.
   */
  List<Candidate> candidates(
      DomainTree tree,
      TopologyLevel level,
      Optional<TopologyLevel> required,
      Optional<Domain> kept) {
    List<Candidate> candidates = new ArrayList<>();
    for (Domain domain : tree.domains(level)) {
      Map<String, List<NodeInfo>> parts = new TreeMap<>();
      for (Node node : domain.nodes()) {
        Optional<String> part =
            required.isEmpty()
                ? Optional.of("")
                : tree.of(required.get(), node.name())
                    .filter(d -> kept.isEmpty() || kept.get().equals(d))
                    .map(Domain::name);
        Optional<NodeInfo> info = snapshot.node(node.name()).filter(amounts::isEligible);
        if (part.isPresent() && info.isPresent()) {
          parts.computeIfAbsent(part.get(), p -> new ArrayList<>()).add(info.get());
        }
      }
      parts.values().forEach(nodes -> candidates.add(new Candidate(domain, nodes)));
    }
    return candidates;
  }

  /** Returns the first of the domains that takes all pods, by best fit. */
  Optional<Found> find(List<Candidate> candidates) {
    ResourceName main = amounts.main();
    return candidates.stream()
        .filter(c -> amounts.maySuffice(c.nodes()))
        .sorted(
            Comparator.comparing((Candidate c) -> amounts.free(c.nodes(), main))
                .thenComparing(c -> c.domain().name()))
        .flatMap(
            c ->
                placement.find(snapshot, fullestFirst(c.nodes(), main)).stream()
                    .map(nodes -> new Found(c.domain(), nodes)))
        .findFirst();
  }

  private List<String> fullestFirst(List<NodeInfo> nodes, ResourceName main) {
    return nodes.stream()
        .sorted(Comparator.comparing((NodeInfo n) -> free(n, main)).thenComparing(NodeInfo::name))
        .map(NodeInfo::name)
        .toList();
  }

  private Quantity free(NodeInfo node, ResourceName name) {
    return amounts.free(List.of(node), name);
  }
}
