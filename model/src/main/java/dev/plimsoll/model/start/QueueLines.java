package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The lines of a queue: those of the units that wait, then those of the units that may arrive. */
final class QueueLines {
  private final NodeTable nodes;
  private final PolicyUsage shares;
  private final ShareTable table;
  private final long[] free;
  private final List<QueueLine> lines = new ArrayList<>();
  private final Map<Object, Integer> numbers = new HashMap<>();
  private final Map<QueueUnit, Integer> numberOf = new HashMap<>();
  private final Map<RequestShape, ShareTable.Charge> charges = new HashMap<>();
  private final Map<String, Integer> turns = new HashMap<>();
  private final List<List<Integer>> turnAccounts = new ArrayList<>();
  private final List<ResourceName> divided = new ArrayList<>();
  private final List<RequestShape> gangShapes = new ArrayList<>();

  /**
   * Makes the lines.
   *
   * @param waiting the units that wait, in their order
   */
  QueueLines(
      NodeTable nodes,
      PolicyUsage shares,
      ShareTable table,
      List<QueueUnit> waiting,
      Arrivals arrivals) {
    this.nodes = nodes;
    this.shares = shares;
    this.table = table;
    this.free = nodes.free();
    Map<Object, List<Integer>> unitsOf = new LinkedHashMap<>();
    Map<Object, QueueUnit> examples = new HashMap<>();
    for (int i = 0; i < waiting.size(); i++) {
      Object key = waiting.get(i).line();
      unitsOf.computeIfAbsent(key, k -> new ArrayList<>()).add(i);
      examples.putIfAbsent(key, waiting.get(i));
    }
    List<QueueUnit> coming = arrivals.batches().stream().flatMap(b -> b.units().stream()).toList();
    for (QueueUnit unit : coming) {
      unitsOf.computeIfAbsent(unit.line(), k -> new ArrayList<>());
      examples.putIfAbsent(unit.line(), unit);
    }
    unitsOf.forEach(
        (key, units) -> {
          numbers.put(key, lines.size());
          lines.add(line(Objects.requireNonNull(examples.get(key)), units));
        });
    waiting.forEach(this::number);
    coming.forEach(this::number);
  }

  private void number(QueueUnit unit) {
    numberOf.put(unit, Objects.requireNonNull(numbers.get(unit.line())));
  }

  private QueueLine line(QueueUnit example, List<Integer> units) {
    Map<Integer, Integer> ofGang = gangShapes(example);
    return new QueueLine(
        example.shapes().toArray(RequestShape[]::new),
        ofGang.keySet().stream().mapToInt(Integer::intValue).toArray(),
        ofGang.values().stream().mapToInt(Integer::intValue).toArray(),
        example,
        example.isGated() ? turn(example) : -1,
        example.isGated() ? divided(example) : new BitSet(),
        units.stream().mapToInt(Integer::intValue).toArray(),
        isNowhere(example),
        example.shapes().stream().map(this::charge).toList(),
        example.shapes().stream().noneMatch(s -> s.eligible().isEmpty())
            && shares.neverSuffices(example.pods()).isEmpty());
  }

  private int turn(QueueUnit unit) {
    int turn = turns.computeIfAbsent(shares.turn(unit.first()), t -> turns.size());
    if (turn == turnAccounts.size()) {
      turnAccounts.add(table.accounts(unit.first()));
    }
    return turn;
  }

  private BitSet divided(QueueUnit unit) {
    BitSet requested = new BitSet();
    for (ResourceName name : shares.divided(unit.pods()).names()) {
      requested.set(numberIn(divided, name));
    }
    return requested;
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

  private boolean isNowhere(QueueUnit unit) {
    RequestShape shape = unit.shapes().get(0);
    return !unit.isGang()
        && shape.eligible().stream().noneMatch(n -> shape.isAtMost(free, n * nodes.columns()));
  }

  /** Returns the requests of a pod of a shape against shares. */
  ShareTable.Charge charge(RequestShape shape) {
    return charges.computeIfAbsent(shape, s -> table.charge(s.example()));
  }

  List<QueueLine> all() {
    return lines;
  }

  /** Returns the number of the line of a unit. */
  int numberOf(QueueUnit unit) {
    return Objects.requireNonNull(numberOf.get(unit));
  }

  /** Returns how many owners of turns there are. */
  int turns() {
    return turnAccounts.size();
  }

  /** Returns the shares by which a tenant has its turns. */
  List<Integer> turnAccounts(int turn) {
    return turnAccounts.get(turn);
  }

  /** Returns the shapes of all pods of gangs, each once. */
  List<RequestShape> gangShapes() {
    return gangShapes;
  }
}
