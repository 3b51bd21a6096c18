package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.GangPlacement;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.model.topology.DomainSearch.Candidate;
import dev.plimsoll.model.topology.DomainSearch.Found;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds nodes for gangs that name a domain, and says why there are none. {@link DomainSearch} has
 * the algorithm.
 *
 * <p>If some pods of a gang run already, the others go to the domain of the running ones; if these
 * are in several domains, to the domain with the most of them.
 */
public final class GangDomains {
  private final Scheduler scheduler;
  private final Cluster cluster;
  private final DomainTree tree;

  /**
   * Creates the domains of a cluster.
   *
   * @param levels the levels; if there are none, the well-known levels count
   */
  public GangDomains(Scheduler scheduler, Cluster cluster, TopologyLevels levels) {
    this.scheduler = scheduler;
    this.cluster = cluster;
    this.tree = DomainTree.of(levels, cluster.nodes());
  }

  /** The result of a search: nodes for all pods, or the lack. */
  public sealed interface Result {}

  /**
   * Nodes for all pods.
   *
   * @param domain the domain; empty if the gang only prefers one and none takes all pods
   * @param nodes a node for each pod, by the pod's key
   */
  public record Placed(Optional<Domain> domain, Map<String, String> nodes) implements Result {
    public Placed {
      nodes = Map.copyOf(nodes);
    }
  }

  /** No nodes. If the gang only prefers a domain, there is no {@code lack}. */
  public record Unplaced(Optional<DomainLack> lack) implements Result {}

  /**
   * Returns nodes for all pods of a gang by the domain that the pods name; as {@link GangPlacement}
   * does if they name none.
   */
  public static Optional<Map<String, String>> nodesFor(
      Scheduler scheduler, Snapshot snapshot, TopologyLevels levels, List<Pod> pods) {
    Cluster cluster = snapshot.cluster();
    if (pods.stream().allMatch(p -> DomainRequest.of(cluster, p).equals(DomainRequest.NONE))) {
      return GangPlacement.find(scheduler, snapshot, pods);
    }
    GangDomains domains = new GangDomains(scheduler, cluster, levels);
    Optional<Gang> own = pods.stream().findFirst().flatMap(Gang::of);
    List<Pod> running =
        cluster.list(Pod.class, pods.get(0).namespace()).stream()
            .filter(p -> p.isBound() && !p.isTerminal() && !p.isTerminating())
            .filter(p -> own.isPresent() && Gang.of(p).equals(own))
            .toList();
    DomainQuestion question =
        new DomainQuestion(own.map(Gang::name).orElse(""), pods, running, domains.request(pods));
    return domains.find(snapshot, question) instanceof Placed placed
        ? Optional.of(placed.nodes())
        : Optional.empty();
  }

  /** Returns the request of the first pod that names a domain. */
  public DomainRequest request(List<Pod> members) {
    return members.stream()
        .map(p -> DomainRequest.of(cluster, p))
        .filter(r -> !r.equals(DomainRequest.NONE))
        .findFirst()
        .orElse(DomainRequest.NONE);
  }

  /**
   * Returns the domains that may take the gang's other pods. This is the domain of its running
   * pods, or else each domain of the level that the gang names. Empty if no node has the level.
   */
  public List<Domain> possible(DomainRequest request, List<Pod> running) {
    return kept(request, running)
        .map(List::of)
        .or(() -> request.within().flatMap(tree::level).map(tree::domains))
        .orElse(List.of());
  }

  /** Returns the domain in which the gang's running pods are, or most of them. */
  public Optional<Domain> kept(DomainRequest request, List<Pod> running) {
    return request
        .within()
        .flatMap(tree::level)
        .flatMap(
            level ->
                domains(level, running).entrySet().stream()
                    .max(
                        Map.Entry.<Domain, Integer>comparingByValue()
                            .thenComparing(e -> e.getKey().name(), Comparator.reverseOrder()))
                    .map(Map.Entry::getKey));
  }

  private Map<Domain, Integer> domains(TopologyLevel level, List<Pod> running) {
    Map<Domain, Integer> counts = new TreeMap<>(Comparator.comparing(Domain::name));
    running.forEach(
        p -> tree.of(level, p.spec().nodeName()).ifPresent(d -> counts.merge(d, 1, Integer::sum)));
    return counts;
  }

  /** Returns whether all these nodes are in one domain of the level that the gang names. */
  public boolean areTogether(DomainRequest request, List<String> nodes) {
    if (request.within().isEmpty()) {
      return true;
    }
    return request
        .within()
        .flatMap(tree::level)
        .filter(l -> nodes.stream().allMatch(n -> tree.of(l, n).isPresent()))
        .filter(l -> nodes.stream().map(n -> tree.of(l, n)).distinct().count() <= 1)
        .isPresent();
  }

  /**
   * Returns nodes for all waiting pods of a gang.
   *
   * @param snapshot the nodes with what is placed on them
   */
  public Result find(Snapshot snapshot, DomainQuestion question) {
    DomainRequest request = question.request();
    List<Pod> waiting = question.waiting();
    List<Pod> running = question.running();
    LackText text = new LackText(question, tree);
    Optional<TopologyLevel> required = request.within().flatMap(tree::level);
    if (request.within().isPresent() && required.isEmpty()) {
      return new Unplaced(Optional.of(text.unknownLevel()));
    }
    Optional<Domain> kept = kept(request, running);
    DomainSearch search = new DomainSearch(scheduler, snapshot, waiting);
    Optional<TopologyLevel> preferred = request.preferredWithin().flatMap(tree::level);
    for (TopologyLevel level : tree.searched(required, preferred)) {
      Optional<Found> found = search.find(search.candidates(tree, level, required, kept));
      if (found.isPresent()) {
        return new Placed(Optional.of(found.get().domain()), found.get().nodes());
      }
    }
    if (required.isEmpty()) {
      return GangPlacement.find(scheduler, snapshot, waiting)
          .<Result>map(nodes -> new Placed(Optional.empty(), nodes))
          .orElseGet(() -> new Unplaced(Optional.empty()));
    }
    List<Candidate> candidates = search.candidates(tree, required.get(), required, kept);
    List<String> notes = new ArrayList<>();
    int homes = domains(required.get(), running).size();
    if (waiting.stream().map(p -> DomainRequest.of(cluster, p)).distinct().count() > 1) {
      notes.add("its pods name different levels, and the first pod's level counts");
    }
    kept.ifPresent(
        k ->
            notes.add(
                (homes > 1
                        ? "its running pods are in " + homes + " domains, most of them in "
                        : "its running pods are in ")
                    + k.text()
                    + ", so the others must go there"));
    return new Unplaced(
        Optional.of(
            text.lack(snapshot, search, required.get(), candidates, kept.isEmpty(), notes)));
  }
}
