package dev.plimsoll.model.start;

import dev.plimsoll.model.lifetime.RecentEnds;
import dev.plimsoll.model.lifetime.SurvivalCurve;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All that simulations forward start from. Never changes. */
final class QueueState {
  private final NodeTable nodes;
  private final List<Occupant> occupants;
  private final List<QueueUnit> units;
  private final Arrivals arrivals;
  private final PolicyUsage shares;
  private final RecentEnds recent;
  private final ShareTable table;
  private final ShareCounts counts;
  private final QueueLines lines;
  private final Map<QueueUnit, Integer> numbers = new HashMap<>();
  private final List<SurvivalCurve> curves = new ArrayList<>();
  private final double firstDeadline;
  private final NodeClasses classes;
  private final FittingNodes fittingNodes;
  private final ClusterParts parts;
  private final GangSlots gangSlots;
  private final int services;
  private final boolean hasUnknown;

  QueueState(
      NodeTable nodes,
      List<Occupant> occupants,
      List<QueueUnit> units,
      Arrivals arrivals,
      PolicyUsage shares,
      RecentEnds recent) {
    this.nodes = nodes;
    this.occupants = List.copyOf(occupants);
    this.units = units.stream().sorted(QueueUnit.ORDER).toList();
    this.arrivals = arrivals;
    this.shares = shares;
    this.recent = recent;
    this.services = (int) this.occupants.stream().filter(o -> !o.ends()).count();
    this.hasUnknown = this.occupants.stream().anyMatch(Occupant::isUnknown);
    this.table = new ShareTable(shares, nodes);
    this.counts = new ShareCounts(table);
    Set<SurvivalCurve> known = Collections.newSetFromMap(new IdentityHashMap<>());
    Stream.of(
            this.occupants.stream().flatMap(o -> o.curve().stream()),
            this.units.stream().flatMap(QueueState::curves),
            arrivals.batches().stream()
                .flatMap(b -> b.units().stream())
                .flatMap(QueueState::curves))
        .flatMap(s -> s)
        .filter(known::add)
        .forEach(curves::add);
    for (int i = 0; i < this.units.size(); i++) {
      numbers.put(this.units.get(i), i);
      this.units.get(i).pods().forEach(p -> shares.waiting(p, true));
    }
    this.lines = new QueueLines(nodes, shares, table, this.units, arrivals);
    this.units.forEach(u -> u.shapes().forEach(s -> counts.waiting(lines.charge(s), true)));
    this.firstDeadline =
        this.units.stream()
            .mapToDouble(QueueUnit::jobDeadline)
            .min()
            .orElse(Double.POSITIVE_INFINITY);
    Map<Integer, BitSet> eligible = new LinkedHashMap<>();
    for (int line = 0; line < lines.all().size(); line++) {
      RequestShape[] shapes = lines.all().get(line).shapes();
      if (shapes.length == 1) {
        eligible.put(line, shapes[0].eligible());
      }
    }
    this.classes = new NodeClasses(eligible, nodes.nodes());
    this.gangSlots = new GangSlots(lines.gangShapes(), nodes);
    this.parts = new ClusterParts(nodes, table, this.occupants, lines.all(), lines.turns());
    this.fittingNodes =
        new FittingNodes(
            lines.all().stream().flatMap(l -> Arrays.stream(l.shapes())).distinct().toList(),
            nodes);
  }

  /** Returns the number of the part of the cluster where a unit waits. */
  int partOf(QueueUnit unit) {
    return parts.ofLine(lineOf(unit));
  }

  /** Returns the numbers of the running pods in a part of the cluster. */
  int[] occupantsOf(int part) {
    return IntStream.range(0, occupants.size())
        .filter(i -> parts.ofNode(occupants.get(i).node()) == part)
        .toArray();
  }

  /** Returns the units that wait in a part of the cluster, of some units. */
  List<QueueUnit> unitsOf(int part, Collection<QueueUnit> some) {
    return some.stream().filter(u -> partOf(u) == part).toList();
  }

  /** Returns a copy of the nodes that have enough left, by shape. */
  FittingNodes fittingNodes() {
    return fittingNodes.copy();
  }

  /** Returns the numbers of the lines of single pods that could go to a node. */
  int[] linesAt(int node) {
    return classes.lines(node);
  }

  /** Returns when the first deadline of a Job ends a waiting unit; infinite without one. */
  double firstDeadline() {
    return firstDeadline;
  }

  /** Returns how many owners of turns there are. */
  int turns() {
    return lines.turns();
  }

  /** Returns the shares by which a tenant has its turns. */
  List<Integer> turnAccounts(int turn) {
    return lines.turnAccounts(turn);
  }

  /** Returns a copy of the counts of shares, with what waits. */
  ShareCounts counts() {
    return counts.copy();
  }

  /** Returns whether shares hold or gate any pods. */
  boolean hasShares() {
    return !table.isEmpty();
  }

  private static Stream<SurvivalCurve> curves(QueueUnit unit) {
    return unit.curves().stream().flatMap(Optional::stream);
  }

  /** Returns the curves of all pods, each once, in an order in which names decide nothing. */
  List<SurvivalCurve> curves() {
    return curves;
  }

  /** Returns how many pods ended lately, and should have. */
  RecentEnds recent() {
    return recent;
  }

  NodeTable nodes() {
    return nodes;
  }

  List<Occupant> occupants() {
    return occupants;
  }

  /** Returns how many running pods don't end by themselves. */
  int services() {
    return services;
  }

  /** Returns whether nothing says when some running pods end. */
  boolean hasUnknown() {
    return hasUnknown;
  }

  /** Returns the units that wait, in their order. */
  List<QueueUnit> units() {
    return units;
  }

  Arrivals arrivals() {
    return arrivals;
  }

  List<QueueLine> lines() {
    return lines.all();
  }

  /** Returns the number of a unit that waits. */
  int numberOf(QueueUnit unit) {
    return Objects.requireNonNull(numbers.get(unit));
  }

  int lineOf(QueueUnit unit) {
    return lines.numberOf(unit);
  }

  /** Returns a copy of how many pods of gangs nodes take. */
  GangSlots gangSlots() {
    return gangSlots.copy();
  }

  /** Returns a copy of the usage of shares, with what waits. */
  PolicyUsage shares() {
    return shares.copy();
  }
}
