package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.quantity.ResourceName;
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
  private final Map<RequestShape, ShareTable.Charge> charges = new HashMap<>();
  private final List<Line> lines = new ArrayList<>();
  private final Map<QueueUnit, Integer> lineOf = new HashMap<>();
  private final Map<QueueUnit, Integer> numbers = new HashMap<>();
  private final List<RequestShape> gangShapes = new ArrayList<>();
  private final List<SurvivalCurve> curves = new ArrayList<>();
  private final List<List<Integer>> turnAccounts = new ArrayList<>();
  private final double firstDeadline;
  private final NodeClasses classes;
  private final FittingNodes fittingNodes;
  private final ClusterParts parts;
  private final GangSlots gangSlots;
  private final int services;
  private final boolean hasUnknown;

  /**
   * Units that are alike, in their order.
   *
   * @param shapes the shapes of one unit
   * @param gangShapes the numbers of the shapes among those of gangs, each once
   * @param gangCounts how often each of these occurs
   * @param example a unit
   * @param turn the number of the tenant whose turns the line uses; -1 if it isn't gated
   * @param divided the numbers of the divided resources that a unit requests
   * @param units the numbers of the units that wait, in their order
   * @param isNowhere whether no node takes a unit at present
   * @param charges what each pod of a unit requests of shares
   * @param couldHold whether nothing but what runs keeps a unit from nodes and shares
   */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares or changes it.
  record Line(
      RequestShape[] shapes,
      int[] gangShapes,
      int[] gangCounts,
      QueueUnit example,
      int turn,
      BitSet divided,
      int[] units,
      boolean isNowhere,
      List<ShareTable.Charge> charges,
      boolean couldHold) {}

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
    Map<Object, List<QueueUnit>> byLine = new LinkedHashMap<>();
    this.units.forEach(u -> byLine.computeIfAbsent(u.line(), k -> new ArrayList<>()).add(u));
    for (int i = 0; i < this.units.size(); i++) {
      numbers.put(this.units.get(i), i);
      this.units.get(i).pods().forEach(p -> shares.waiting(p, true));
      this.units.get(i).shapes().forEach(s -> counts.waiting(charge(s), true));
    }
    arrivals
        .batches()
        .forEach(
            batch ->
                batch
                    .units()
                    .forEach(u -> byLine.computeIfAbsent(u.line(), k -> new ArrayList<>())));
    Map<Object, Integer> lineNumbers = new HashMap<>();
    Map<String, Integer> turns = new HashMap<>();
    List<ResourceName> divided = new ArrayList<>();
    long[] free = nodes.free();
    Map<Object, QueueUnit> examples = new HashMap<>();
    this.units.forEach(u -> examples.putIfAbsent(u.line(), u));
    arrivals.batches().forEach(b -> b.units().forEach(u -> examples.putIfAbsent(u.line(), u)));
    byLine.forEach(
        (key, list) -> {
          QueueUnit example = Objects.requireNonNull(examples.get(key));
          int turn = -1;
          BitSet requested = new BitSet();
          if (example.isGated()) {
            turn = turns.computeIfAbsent(shares.turn(example.first()), t -> turns.size());
            if (turn == turnAccounts.size()) {
              turnAccounts.add(table.accounts(example.first()));
            }
            for (ResourceName name : shares.divided(example.pods()).names()) {
              requested.set(numberIn(divided, name));
            }
          }
          Map<Integer, Integer> ofGang = gangShapes(example);
          lineNumbers.put(key, lines.size());
          lines.add(
              new Line(
                  example.shapes().toArray(RequestShape[]::new),
                  ofGang.keySet().stream().mapToInt(Integer::intValue).toArray(),
                  ofGang.values().stream().mapToInt(Integer::intValue).toArray(),
                  example,
                  turn,
                  requested,
                  list.stream().mapToInt(numbers::get).toArray(),
                  isNowhere(example, free),
                  example.shapes().stream().map(this::charge).toList(),
                  example.shapes().stream().noneMatch(s -> s.eligible().isEmpty())
                      && shares.neverSuffices(example.pods()).isEmpty()));
        });
    this.units.forEach(u -> lineOf.put(u, lineNumbers.get(u.line())));
    arrivals
        .batches()
        .forEach(b -> b.units().forEach(u -> lineOf.put(u, lineNumbers.get(u.line()))));
    this.firstDeadline =
        this.units.stream()
            .mapToDouble(QueueUnit::jobDeadline)
            .min()
            .orElse(Double.POSITIVE_INFINITY);
    Map<Integer, BitSet> eligible = new LinkedHashMap<>();
    for (int line = 0; line < lines.size(); line++) {
      if (lines.get(line).shapes().length == 1) {
        eligible.put(line, lines.get(line).shapes()[0].eligible());
      }
    }
    this.classes = new NodeClasses(eligible, nodes.nodes());
    this.gangSlots = new GangSlots(gangShapes, nodes);
    this.parts = new ClusterParts(nodes, table, this.occupants, lines, turnAccounts.size());
    this.fittingNodes =
        new FittingNodes(
            lines.stream().flatMap(l -> Arrays.stream(l.shapes())).distinct().toList(), nodes);
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
    return turnAccounts.size();
  }

  /** Returns the shares by which a tenant has its turns. */
  List<Integer> turnAccounts(int turn) {
    return turnAccounts.get(turn);
  }

  private ShareTable.Charge charge(RequestShape shape) {
    return charges.computeIfAbsent(shape, s -> table.charge(s.example()));
  }

  /** Returns a copy of the counts of shares, with what waits. */
  ShareCounts counts() {
    return counts.copy();
  }

  /** Returns whether shares hold or gate any pods. */
  boolean hasShares() {
    return !table.isEmpty();
  }

  private Map<Integer, Integer> gangShapes(QueueUnit unit) {
    Map<Integer, Integer> counts = new LinkedHashMap<>();
    if (unit.isGang()) {
      for (RequestShape shape : unit.shapes()) {
        counts.merge(numberIn(gangShapes, shape), 1, Integer::sum);
      }
    }
    return counts;
  }

  /** Returns the index of an element of a list, to which a new one is added. */
  private static <T> int numberIn(List<T> list, T element) {
    int index = list.indexOf(element);
    if (index >= 0) {
      return index;
    }
    list.add(element);
    return list.size() - 1;
  }

  private boolean isNowhere(QueueUnit unit, long[] free) {
    RequestShape shape = unit.shapes().get(0);
    return !unit.isGang()
        && shape.eligible().stream().noneMatch(n -> shape.isAtMost(free, n * nodes.columns()));
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

  List<Line> lines() {
    return lines;
  }

  /** Returns the number of a unit that waits. */
  int numberOf(QueueUnit unit) {
    return Objects.requireNonNull(numbers.get(unit));
  }

  int lineOf(QueueUnit unit) {
    return Objects.requireNonNull(lineOf.get(unit));
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
