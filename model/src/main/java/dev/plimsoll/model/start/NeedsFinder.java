package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.recorded.Contradiction;
import dev.plimsoll.kubernetes.recorded.SchedulerPlugin;
import dev.plimsoll.model.start.Needs.Lack;
import dev.plimsoll.model.start.Needs.Layer;
import dev.plimsoll.model.start.Needs.ReleaseSet;
import dev.plimsoll.model.tenancy.PolicyLevels;
import dev.plimsoll.model.tenancy.usage.ShareAmounts;
import dev.plimsoll.model.topology.GangDomains;
import dev.plimsoll.model.topology.TopologyLevels;
import dev.plimsoll.model.whatif.Lazy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds what has to happen before a unit can start, had the unit its turn. Finds the lacking
 * amounts, and the smallest sets of pods whose end frees these amounts. Each set was tried: without
 * its pods, shares and the model's scheduler let the unit go.
 */
final class NeedsFinder {
  private final StartQuestion question;
  private final QueueState state;
  private final ReleaseSearch search;
  private final ReleasedShares counts;
  private final NeverStarts never;
  private final NodeGrowth growth;
  private final Lazy<TopologyLevels> levels;
  private final Map<Object, Needs> known = new HashMap<>();
  private final Lazy<Map<Optional<String>, List<Occupant>>> byTenant = new Lazy<>(this::byTenant);

  NeedsFinder(StartQuestion question, QueueState state) {
    this.question = question;
    this.state = state;
    this.search = new ReleaseSearch(state);
    this.counts = new ReleasedShares(state);
    this.never = new NeverStarts(state, search.gangs());
    this.growth = new NodeGrowth(question.simulation().cluster());
    this.levels =
        new Lazy<>(() -> PolicyLevels.of(state.nodes().snapshot().cluster(), question.policies()));
  }

  synchronized Needs of(QueueUnit unit) {
    Needs needs = known.computeIfAbsent(unit.line(), line -> find(unit));
    return lacksNode(unit, needs) ? growth.added(unit.first(), needs) : needs;
  }

  /** Returns whether more nodes would be enough, by themselves. */
  private boolean lacksNode(QueueUnit unit, Needs needs) {
    if (needs instanceof Needs.Release release) {
      return release.lacks().stream().noneMatch(l -> l.layer() == Layer.Share);
    }
    if (needs instanceof Needs.NothingEnds nothing) {
      return nothing.lacks().stream().noneMatch(l -> l.layer() == Layer.Share);
    }
    return needs instanceof Needs.NotAccepted
        || (needs instanceof Needs.Never && state.shares().neverSuffices(unit.pods()).isEmpty());
  }

  private Needs find(QueueUnit unit) {
    if (state.nodes().nodes() == 0) {
      return new Needs.Never("the cluster has no node", "");
    }
    Pod first = unit.shapes().get(0).example();
    ScheduleResult result = question.simulation().scheduleResultOf(first);
    if (result instanceof ScheduleResult.Unknown unknown) {
      return new Needs.Unknown(unknown.unread().message());
    }
    Optional<Needs> certain = never.of(unit);
    if (certain.isPresent()) {
      return certain.get();
    }
    Optional<PolicyUsage.Lack> share = state.shares().lack(unit.pods());
    if (share.isEmpty() && fits(unit, Set.of())) {
      return rejectedByPlugin(unit.first()).orElseGet(Needs.Nothing::new);
    }
    if (result instanceof ScheduleResult.Preempting preempting && share.isEmpty()) {
      return new Needs.Event(
          "kube-scheduler evicts "
              + preempting.victims().size()
              + (preempting.victims().size() == 1 ? " pod" : " pods")
              + " of lower priority for it; it starts once "
              + (preempting.victims().size() == 1 ? "that pod has" : "these have")
              + " ended");
    }
    List<Lack> lacks = new ArrayList<>();
    share.ifPresent(s -> lacks.add(lack(s)));
    if (!fits(unit, Set.of())) {
      search.lack(unit).ifPresent(lacks::add);
    }
    List<ReleaseSet> sets = sets(unit, share.isPresent());
    if (!sets.isEmpty()) {
      return new Needs.Release(lacks, sets);
    }
    return lacks.isEmpty() ? notAccepted(unit, result) : new Needs.NothingEnds(lacks);
  }

  /** Returns that the scheduler rejects the pod by a plug-in that the model doesn't know. */
  private Optional<Needs> rejectedByPlugin(Pod pod) {
    return question
        .simulation()
        .recordedPlacement(pod)
        .filter(Contradiction::isCurrent)
        .flatMap(c -> SchedulerPlugin.of(c.recorded().message()))
        .map(p -> new Needs.Unknown(p.sentence()));
  }

  private static Needs notAccepted(QueueUnit unit, ScheduleResult result) {
    return unit.isGang()
        ? new Needs.NotAccepted(
            "as things are, the nodes don't take its %d pods at once".formatted(unit.pods().size()),
            "")
        : new Needs.NotAccepted(
            "as things are, no node accepts it", NodeTable.counts(result.message()));
  }

  private static Lack lack(PolicyUsage.Lack share) {
    ShareAmounts amounts = share.amounts();
    Quantity over =
        amounts.used().add(amounts.requested()).subtract(amounts.share().add(amounts.borrowable()));
    Quantity overCeiling = amounts.used().add(amounts.requested()).subtract(amounts.ceiling());
    return new Lack(
        Layer.Share,
        "tenant " + share.tenant(),
        amounts.resource().name(),
        Quantity.max(over, overCeiling).toString());
  }

  /** Returns whether the model's scheduler finds nodes for all pods of the unit without others. */
  private boolean fits(QueueUnit unit, Collection<Pod> ended) {
    Snapshot snapshot = state.nodes().snapshot();
    for (Pod pod : ended) {
      snapshot = snapshot.without(pod);
    }
    List<Pod> pods = new ArrayList<>();
    for (int i = 0; i < unit.pods().size(); i++) {
      Pod example = unit.shapes().get(i).example();
      pods.add(example.withMetadata(unit.pods().get(i).metadata()));
    }
    return unit.isGang()
        ? GangDomains.nodesFor(question.scheduler(), snapshot, levels.get(), pods).isPresent()
        : question.scheduler().schedule(snapshot, pods.get(0)) instanceof ScheduleResult.Feasible;
  }

  /** Returns whether the end of some pods is enough, by numbers first and then by the rules. */
  private boolean starts(QueueUnit unit, Set<Occupant> ended) {
    if (!counts.suffice(unit, ended) || !search.mayTake(unit, ended)) {
      return false;
    }
    List<Pod> pods = pods(ended);
    return state.shares().lackWithout(unit.pods(), pods).isEmpty() && fits(unit, pods);
  }

  private List<ReleaseSet> sets(QueueUnit unit, boolean isShareLacking) {
    List<Set<Occupant>> candidates =
        isShareLacking
            ? ofShare(unit)
            : unit.isGang()
                ? List.of(search.gangs().forGang(unit, Set.of()))
                : search.ofOneNode(unit);
    List<Set<Occupant>> enough =
        candidates.stream()
            .filter(set -> !set.isEmpty())
            .filter(set -> starts(unit, set))
            .limit(ReleaseSearch.MOST_SETS)
            .toList();
    if (enough.isEmpty() && !isShareLacking) {
      enough = Stream.of(someOf(unit, own(unit))).filter(set -> !set.isEmpty()).toList();
    }
    return enough.stream()
        .map(set -> set.size() == 1 ? set : search.pruned(set, left -> starts(unit, left)))
        .map(NeedsFinder::pods)
        .distinct()
        .map(pods -> new ReleaseSet(node(pods), pods))
        .toList();
  }

  private static List<Pod> pods(Collection<Occupant> set) {
    return set.stream().map(Occupant::pod).toList();
  }

  private static String node(List<Pod> pods) {
    List<String> nodes = pods.stream().map(p -> p.spec().nodeName()).distinct().toList();
    return nodes.size() == 1 ? nodes.get(0) : "";
  }

  /** Returns sets for a share: a single pod that is enough, else pods of the tenant in turn. */
  private List<Set<Occupant>> ofShare(QueueUnit unit) {
    List<Occupant> own = own(unit);
    List<Set<Occupant>> singles = new ArrayList<>();
    for (Occupant each : own) {
      if (singles.size() < ReleaseSearch.MOST_SETS && starts(unit, Set.of(each))) {
        singles.add(Set.of(each));
      }
    }
    if (!singles.isEmpty()) {
      singles.sort(Comparator.comparingLong(s -> search.devices(s)));
      return singles;
    }
    Set<Occupant> some = someOf(unit, own);
    return some.isEmpty() ? List.of() : List.of(search.pruned(some, left -> starts(unit, left)));
  }

  /** Returns the pods of the unit's tenant that end, the largest first. */
  private List<Occupant> own(QueueUnit unit) {
    PolicyUsage shares = state.shares();
    return shares.divided(List.of(unit.first())).isEmpty()
        ? List.of()
        : byTenant.get().getOrDefault(shares.tenant(unit.first()), List.of());
  }

  private Map<Optional<String>, List<Occupant>> byTenant() {
    PolicyUsage shares = state.shares();
    Map<Optional<String>, List<Occupant>> some = new HashMap<>();
    search.largestFirst().stream()
        .sorted(
            Comparator.comparingLong((Occupant o) -> -search.devices(o))
                .thenComparingDouble(Occupant::mostSeconds))
        .forEach(o -> some.computeIfAbsent(shares.tenant(o.pod()), t -> new ArrayList<>()).add(o));
    return some;
  }

  /** Returns the ending pods of others, the largest first. */
  private List<Occupant> others(List<Occupant> own) {
    Set<Occupant> known = new HashSet<>(own);
    return search.largestFirst().stream().filter(o -> !known.contains(o)).toList();
  }

  /**
   * Returns a set whose end gives the share and the nodes; empty if there is none. The end of
   * others' pods for a node may let their waiting pods claim what the tenant would borrow. Then
   * more pods of the tenant must end. If all of these are too few, the tenant must borrow what the
   * pods of others hold.
   */
  private Set<Occupant> someOf(QueueUnit unit, List<Occupant> own) {
    Set<Occupant> some = new LinkedHashSet<>();
    while (true) {
      List<Occupant> from = own;
      int more = counts.fewest(unit, some, from);
      if (more < 0) {
        from = Stream.concat(own.stream(), others(own).stream()).toList();
        more = counts.fewest(unit, some, from);
      }
      if (more < 0) {
        return Set.of();
      }
      some.addAll(from.subList(0, more));
      if (search.mayTake(unit, some) && fits(unit, pods(some))) {
        return some;
      }
      Set<Occupant> ofNodes = search.gangs().forGang(unit, some);
      if (!some.addAll(ofNodes)) {
        return Set.of();
      }
    }
  }
}
