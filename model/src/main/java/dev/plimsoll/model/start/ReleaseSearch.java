package dev.plimsoll.model.start;

import dev.plimsoll.model.lifetime.PodRun;
import dev.plimsoll.model.start.Needs.Lack;
import dev.plimsoll.model.start.Needs.Layer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Searches for the smallest sets of pods on nodes whose end is enough. */
final class ReleaseSearch {
  static final int MOST_SETS = 3;

  /** How many sets are proposed: the model's scheduler may find that one set isn't enough. */
  private static final int MOST_PROPOSED = 12;

  private static final int MOST_EXACT = 3;

  private final NodeTable table;
  private final int columns;
  private final long[] free;
  private final SortedMap<Integer, List<Occupant>> ending = new TreeMap<>();
  private final GangRelease gangs;
  private final Map<Occupant, Long> devices = new HashMap<>();
  private final List<Occupant> largestFirst;
  private final Map<RequestShape, Boolean> takingNow = new HashMap<>();

  ReleaseSearch(QueueState state) {
    this.table = state.nodes();
    this.columns = table.columns();
    this.free = table.free();
    for (Occupant occupant : state.occupants()) {
      if (occupant.ends()) {
        devices.put(occupant, PodRun.devices(occupant.pod()));
        ending.computeIfAbsent(occupant.node(), n -> new ArrayList<>()).add(occupant);
      }
    }
    SortedMap<Integer, List<Occupant>> largestFirstAt = new TreeMap<>();
    ending.forEach((node, pods) -> largestFirstAt.put(node, largestFirst(pods)));
    this.gangs = new GangRelease(table, largestFirstAt);
    this.largestFirst = largestFirst(state.occupants().stream().filter(Occupant::ends).toList());
  }

  private List<Occupant> largestFirst(List<Occupant> some) {
    return some.stream().sorted(Comparator.comparingLong((Occupant o) -> -devices(o))).toList();
  }

  long devices(Set<Occupant> set) {
    return set.stream().mapToLong(this::devices).sum();
  }

  /** Returns how many devices a pod that ends requests. */
  long devices(Occupant occupant) {
    return Objects.requireNonNull(devices.get(occupant));
  }

  /** Returns all pods that end, the largest first. */
  List<Occupant> largestFirst() {
    return largestFirst;
  }

  /** Returns the search for gangs. */
  GangRelease gangs() {
    return gangs;
  }

  /**
   * Returns the lack on the node that lacks the least of the scarcest resource; empty if no
   * eligible node lacks a resource.
   */
  Optional<Lack> lack(QueueUnit unit) {
    RequestShape shape = unit.shapes().get(unit.shapes().size() - 1);
    Optional<Lack> least = Optional.empty();
    double leastPart = Double.POSITIVE_INFINITY;
    for (int node = shape.eligible().nextSetBit(0);
        node >= 0;
        node = shape.eligible().nextSetBit(node + 1)) {
      double part = 0;
      int scarcest = -1;
      for (int i = 0; i < columns; i++) {
        long request = shape.request()[i];
        double lacking = request - free[node * columns + i];
        if (request > 0 && lacking / request > part) {
          part = lacking / request;
          scarcest = i;
        }
      }
      if (scarcest >= 0 && part < leastPart) {
        leastPart = part;
        long amount = shape.request()[scarcest] - Math.max(0, free[node * columns + scarcest]);
        least =
            Optional.of(
                new Lack(
                    unit.isGang() ? Layer.Gang : Layer.Node,
                    table.snapshot().nodeName(node),
                    table.name(scarcest, shape),
                    table.amount(scarcest, amount)));
      }
    }
    return least;
  }

  /** Returns the smallest sets on single nodes, those with the fewest devices first. */
  List<Set<Occupant>> ofOneNode(QueueUnit unit) {
    RequestShape shape = unit.shapes().get(0);
    List<Set<Occupant>> found = new ArrayList<>();
    for (int size = 1; size <= MOST_EXACT && found.isEmpty(); size++) {
      for (Map.Entry<Integer, List<Occupant>> each : inOrder(shape)) {
        long[] row = row(each.getKey());
        combine(shape, row, each.getValue(), 0, size, new ArrayList<>(), found);
      }
    }
    if (found.isEmpty()) {
      for (Map.Entry<Integer, List<Occupant>> each : inOrder(shape)) {
        Set<Occupant> all = new LinkedHashSet<>(each.getValue());
        if (isEnough(shape, each.getKey(), all)) {
          found.add(pruned(smallestFirst(all), s -> isEnough(shape, each.getKey(), s)));
        }
      }
    }
    found.sort(Comparator.comparingInt((Set<Occupant> s) -> s.size()).thenComparing(this::devices));
    return found.subList(0, Math.min(found.size(), MOST_PROPOSED));
  }

  private List<Map.Entry<Integer, List<Occupant>>> inOrder(RequestShape shape) {
    return ending.entrySet().stream().filter(e -> shape.eligible().get(e.getKey())).toList();
  }

  private long[] row(int node) {
    return java.util.Arrays.copyOfRange(free, node * columns, (node + 1) * columns);
  }

  private void combine(
      RequestShape shape,
      long[] row,
      List<Occupant> pods,
      int from,
      int size,
      List<Occupant> chosen,
      List<Set<Occupant>> found) {
    if (found.size() >= 4 * MOST_PROPOSED) {
      return;
    }
    if (size == 0) {
      if (shape.isAtMost(row, 0)) {
        found.add(new LinkedHashSet<>(chosen));
      }
      return;
    }
    for (int i = from; i <= pods.size() - size; i++) {
      Occupant pod = pods.get(i);
      add(row, pod, 1);
      chosen.add(pod);
      combine(shape, row, pods, i + 1, size - 1, chosen, found);
      chosen.remove(chosen.size() - 1);
      add(row, pod, -1);
    }
  }

  private void add(long[] row, Occupant pod, int sign) {
    for (int i = 0; i < columns; i++) {
      row[i] += sign * pod.held()[i];
    }
  }

  private boolean isEnough(RequestShape shape, int node, Set<Occupant> set) {
    long[] row = row(node);
    set.forEach(o -> add(row, o, 1));
    return shape.isAtMost(row, 0);
  }

  private Set<Occupant> smallestFirst(Set<Occupant> set) {
    List<Occupant> sorted = new ArrayList<>(set);
    sorted.sort(Comparator.comparingLong(this::devices));
    return new LinkedHashSet<>(sorted);
  }

  /**
   * Returns the set without the pods that aren't needed; the first of the set are dropped first.
   */
  Set<Occupant> pruned(Set<Occupant> set, Predicate<Set<Occupant>> isEnough) {
    Set<Occupant> left = new LinkedHashSet<>(set);
    for (Occupant each : set) {
      left.remove(each);
      if (!isEnough.test(left)) {
        left.add(each);
      }
    }
    return left;
  }

  /**
   * Returns whether a node takes a single pod once some pods have ended; true for gangs and for
   * pods for which the table doesn't tell.
   */
  boolean mayTake(QueueUnit unit, Set<Occupant> ended) {
    RequestShape shape = unit.shapes().get(0);
    if (unit.isGang() || !shape.isLocal()) {
      return true;
    }
    if (takingNow.computeIfAbsent(shape, this::isTakenNow)) {
      return true;
    }
    Map<Integer, Set<Occupant>> byNode = new HashMap<>();
    ended.forEach(o -> byNode.computeIfAbsent(o.node(), n -> new LinkedHashSet<>()).add(o));
    return byNode.entrySet().stream()
        .anyMatch(
            e -> shape.eligible().get(e.getKey()) && isEnough(shape, e.getKey(), e.getValue()));
  }

  private boolean isTakenNow(RequestShape shape) {
    return shape.eligible().stream().anyMatch(n -> shape.isAtMost(free, n * columns));
  }
}
