package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gate.GateRelease;
import dev.plimsoll.model.lifetime.SurvivalCurve;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * One simulation forward, from event to event: a pod ends, or a batch arrives, and what waits is
 * tried in its order. A unit that no node took is tried again only on the nodes that changed.
 */
final class ForwardRun {
  private static final int MOST_EVENTS = 200_000;
  private static final int FEWEST_FEASIBLE = 100;
  private static final double OVERDUE = GateRelease.NOT_PASSED_AFTER.toSeconds();

  private final QueueState state;
  private final NodeTable table;
  private final int columns;
  private final long[] free;
  private final ShareCounts shares;
  private final boolean hasShares;
  private final SplittableRandom draws;
  private final RunFactors factors;
  private final EndQueue ends;
  private final List<Occupant> placed = new ArrayList<>();
  private final LineQueue[] queues;
  private final boolean[] isNowhere;
  private final int[] heldAt;
  private final double[] starts;
  private final GangSlots slots;
  private final int enoughNodes;
  private int searchFrom;
  private double now;
  private int events;

  private ForwardRun(
      QueueState state, EndDraws initial, RunFactors factors, SplittableRandom draws) {
    this.state = state;
    this.table = state.nodes();
    this.columns = table.columns();
    this.enoughNodes = enoughNodes(table.nodes());
    this.free = table.free();
    this.shares = state.counts();
    this.hasShares = state.hasShares();
    this.draws = draws;
    this.factors = factors;
    this.ends = initial.draw(draws, factors);
    this.queues =
        state.lines().stream().map(l -> new LineQueue(l, state)).toArray(LineQueue[]::new);
    this.isNowhere = new boolean[queues.length];
    this.heldAt = new int[queues.length];
    for (int i = 0; i < queues.length; i++) {
      isNowhere[i] = state.lines().get(i).isNowhere();
      heldAt[i] = -1;
    }
    this.starts = new double[state.units().size()];
    Arrays.fill(starts, Double.POSITIVE_INFINITY);
    this.slots = new GangSlots(state, free);
  }

  /**
   * Simulates until some units have started.
   *
   * @param seed what the draws depend on
   * @param draws the draws of the ends of what runs; the run stops at their reach
   * @param targets the numbers of the units
   */
  static ForwardRun run(QueueState state, long seed, EndDraws draws, BitSet targets) {
    SplittableRandom random = new SplittableRandom(seed);
    SplittableRandom ofArrivals = random.split();
    RunFactors factors = new RunFactors(random.split(), state.curves(), state.recent());
    ForwardRun run = new ForwardRun(state, draws, factors, random);
    run.go(state.arrivals(), ofArrivals, targets, draws.reach());
    return run;
  }

  /** Returns when the last of the units started; infinite if one didn't. */
  double lastStart(BitSet targets) {
    return targets.stream().mapToDouble(i -> starts[i]).max().orElse(0);
  }

  /** Returns after how many seconds each unit started; infinite if it didn't. */
  double[] starts() {
    return starts;
  }

  int events() {
    return events;
  }

  private void go(Arrivals arrivals, SplittableRandom random, BitSet targets, double horizon) {
    ArrivalDraws coming = new ArrivalDraws(arrivals, random, factors.arrivalRate(), horizon);
    fill(-1);
    double arrival = coming.advance();
    while (events < MOST_EVENTS && !isDone(targets)) {
      now = Math.min(arrival, ends.firstTime());
      if (now > horizon) {
        return;
      }
      events++;
      if (arrival <= ends.firstTime()) {
        arrive(coming.units());
        arrival = coming.advance();
      } else {
        release(ends.remove());
      }
    }
  }

  private boolean isDone(BitSet targets) {
    for (int i = targets.nextSetBit(0); i >= 0; i = targets.nextSetBit(i + 1)) {
      if (starts[i] == Double.POSITIVE_INFINITY) {
        return false;
      }
    }
    return true;
  }

  private Occupant occupant(int number) {
    int first = state.occupants().size();
    return number < first ? state.occupants().get(number) : placed.get(number - first);
  }

  private void release(int number) {
    Occupant gone = occupant(number);
    add(gone.node(), gone.held(), 1);
    if (hasShares) {
      shares.placed(gone.charge(), gone.node(), false);
    }
    fill(gone.node());
  }

  private void add(int node, long[] amounts, int sign) {
    int row = node * columns;
    for (int i = 0; i < columns; i++) {
      free[row + i] += sign * amounts[i];
    }
    slots.changed(node);
  }

  /** Drops units whose Job's deadline has passed: the controller deletes their pods. */
  private void dropEnded() {
    for (int line = 0; line < queues.length; line++) {
      while (queues[line].size() > 0 && queues[line].first().jobDeadline() <= now) {
        queues[line].remove();
        if (hasShares) {
          state.lines().get(line).charges().forEach(c -> shares.waiting(c, false));
        }
      }
    }
  }

  private void arrive(List<QueueUnit> batch) {
    dropEnded();
    for (QueueUnit unit : batch) {
      int line = state.lineOf(unit);
      queues[line].add(unit, now);
      if (hasShares) {
        state.lines().get(line).charges().forEach(c -> shares.waiting(c, true));
      }
      if (queues[line].size() == 1 && !isNowhere[line]) {
        tryLine(line, -1);
      }
    }
  }

  /** Tries what waits, in its order; kube-scheduler's queue first, then the turns of the gate. */
  private void fill(int changed) {
    dropEnded();
    List<Integer> order = new ArrayList<>();
    List<Integer> gated = new ArrayList<>();
    boolean mayGateOpen = false;
    for (int i = 0; i < queues.length; i++) {
      if (queues[i].size() > 0) {
        boolean isGated = state.lines().get(i).turn() >= 0;
        boolean mayGo = mayGo(i, changed);
        if (isGated) {
          gated.add(i);
          mayGateOpen |= mayGo;
        } else if (mayGo) {
          order.add(i);
        }
      } else if (isNowhere[i]) {
        isNowhere[i] = !mayGo(i, changed);
      }
    }
    order.sort(this::compare);
    for (int i = 0; i < order.size(); ) {
      int line = order.get(i);
      if (!tryLine(line, changed)) {
        i++;
      } else {
        order.remove(i);
        if (queues[line].size() > 0) {
          insert(order, i, line);
        }
      }
    }
    if (mayGateOpen) {
      fillGated(gated, changed);
    }
  }

  /** Puts a line back to where its next unit belongs; the others are in order from an index on. */
  private void insert(List<Integer> order, int from, int line) {
    int at = Collections.binarySearch(order.subList(from, order.size()), line, this::compare);
    order.add(from + (at < 0 ? -at - 1 : at), line);
  }

  private int compare(int one, int other) {
    int first = state.lines().get(one).example().priority();
    int second = state.lines().get(other).example().priority();
    int byPriority = Integer.compare(second, first);
    return byPriority != 0
        ? byPriority
        : Double.compare(queues[one].created(), queues[other].created());
  }

  /** Returns whether a line is worth a try: cheap, and false only if no unit of it can go. */
  private boolean mayGo(int line, int changed) {
    RequestShape[] shapes = state.lines().get(line).shapes();
    if (shapes.length > 1) {
      return slots.mayFit(state.lines().get(line));
    }
    return !isNowhere[line] || changed < 0 || onlyNode(shapes[0], changed) >= 0;
  }

  private void fillGated(List<Integer> lines, int changed) {
    lines.sort(this::compare);
    List<Integer> turns =
        new ArrayList<>(lines.stream().map(l -> state.lines().get(l).turn()).distinct().toList());
    while (!turns.isEmpty()) {
      int turn = Collections.min(turns, Comparator.comparingDouble(t -> used(lines, t)));
      boolean isTaken = takeTurn(lines, turn, changed);
      lines.removeIf(l -> queues[l].size() == 0);
      if (!isTaken) {
        turns.remove((Integer) turn);
      }
      turns.removeIf(t -> lines.stream().noneMatch(l -> state.lines().get(l).turn() == t));
      lines.sort(this::compare);
    }
  }

  private double used(List<Integer> lines, int turn) {
    return lines.stream()
        .filter(l -> state.lines().get(l).turn() == turn)
        .findFirst()
        .map(l -> shares.dominant(state.lines().get(l).turnAccounts()))
        .orElse(0.0);
  }

  /** Releases the first unit of a tenant that can go; nobody passes a unit that is overdue. */
  private boolean takeTurn(List<Integer> lines, int turn, int changed) {
    Set<ResourceName> overdue = new HashSet<>();
    for (int line : lines) {
      if (state.lines().get(line).turn() == turn) {
        List<ResourceName> divided = state.lines().get(line).divided();
        if (divided.stream().anyMatch(overdue::contains)) {
          isNowhere[line] = false;
        } else if (tryLine(line, changed)) {
          return true;
        } else if (now - queues[line].created() >= OVERDUE && state.lines().get(line).couldHold()) {
          overdue.addAll(divided);
        }
      }
    }
    return false;
  }

  /** Places the first unit of a line if nodes and shares take it. */
  private boolean tryLine(int line, int changed) {
    QueueUnit unit = queues[line].first();
    if (unit.isGang()) {
      return tryGang(line, unit);
    }
    if (isHeld(line)) {
      isNowhere[line] = false;
      return false;
    }
    int node =
        isNowhere[line] && changed >= 0
            ? onlyNode(unit.shapes().get(0), changed)
            : bestNode(unit.shapes().get(0));
    if (node < 0) {
      isNowhere[line] = true;
      return false;
    }
    started(line);
    place(line, unit, 0, node);
    return true;
  }

  private boolean isHeld(int line) {
    if (!hasShares || heldAt[line] == shares.version()) {
      return hasShares;
    }
    boolean isHeld = !shares.suffices(state.lines().get(line).charges());
    heldAt[line] = isHeld ? shares.version() : -1;
    return isHeld;
  }

  private boolean tryGang(int line, QueueUnit unit) {
    if (!slots.mayFit(state.lines().get(line)) || isHeld(line)) {
      return false;
    }
    int[] nodes = new int[unit.pods().size()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = bestNode(unit.shapes().get(i));
      if (nodes[i] < 0) {
        for (int j = 0; j < i; j++) {
          add(nodes[j], unit.shapes().get(j).request(), 1);
        }
        return false;
      }
      add(nodes[i], unit.shapes().get(i).request(), -1);
    }
    started(line);
    for (int i = 0; i < nodes.length; i++) {
      add(nodes[i], unit.shapes().get(i).request(), 1);
      place(line, unit, i, nodes[i]);
    }
    return true;
  }

  private void started(int line) {
    int number = queues[line].remove();
    if (number >= 0) {
      starts[number] = now;
    }
  }

  private void place(int line, QueueUnit unit, int index, int node) {
    RequestShape shape = unit.shapes().get(index);
    add(node, shape.request(), -1);
    Pod pod = unit.pods().get(index);
    ShareTable.Charge charge = state.lines().get(line).charges().get(index);
    if (hasShares) {
      shares.waiting(charge, false);
      shares.placed(charge, node, true);
    }
    double most =
        pod.spec().activeDeadlineSeconds().isPresent()
            ? pod.spec().activeDeadlineSeconds().getAsLong()
            : Double.POSITIVE_INFINITY;
    most = Math.min(most, unit.jobDeadline() - now);
    Optional<SurvivalCurve> curve = unit.curves().get(index);
    Occupant occupant =
        new Occupant(pod, node, shape.request(), charge, false, curve, 0, most, false);
    double end = occupant.end(factors.scaled(curve, 1 - draws.nextDouble()));
    if (end < Double.POSITIVE_INFINITY) {
      ends.add(now + end, state.occupants().size() + placed.size());
      placed.add(occupant);
    }
  }

  private int onlyNode(RequestShape shape, int node) {
    return shape.eligible().get(node) && shape.isAtMost(free, node * columns) ? node : -1;
  }

  /**
   * Returns the node that gets a pod; -1 if none takes it. As kube-scheduler does, the search goes
   * round, ends once enough nodes take the pod, and prefers the node with the most cpu and memory
   * left in parts of all.
   */
  private int bestNode(RequestShape shape) {
    int best = -1;
    double most = -1;
    int found = 0;
    int nodes = table.nodes();
    BitSet eligible = shape.eligible();
    int node = eligible.nextSetBit(searchFrom);
    boolean isWrapped = false;
    while (found < enoughNodes) {
      if (node < 0 && !isWrapped) {
        isWrapped = true;
        node = eligible.nextSetBit(0);
      }
      if (node < 0 || (isWrapped && node >= searchFrom)) {
        break;
      }
      int row = node * columns;
      if (shape.isAtMost(free, row)) {
        found++;
        double score = left(row, node, 0) + left(row, node, 1);
        if (score > most) {
          most = score;
          best = node;
        }
      }
      node = eligible.nextSetBit(node + 1);
    }
    searchFrom = found < enoughNodes || node < 0 ? 0 : node % nodes;
    return best;
  }

  /** Returns how many fitting nodes end a search: {@code numFeasibleNodesToFind} upstream. */
  private static int enoughNodes(int nodes) {
    if (nodes < FEWEST_FEASIBLE) {
      return Math.max(1, nodes);
    }
    int percentage = Math.max(5, 50 - nodes / 125);
    return Math.max(FEWEST_FEASIBLE, nodes * percentage / 100);
  }

  private double left(int row, int node, int column) {
    long all = table.allocatable(node, column);
    return all == 0 ? 0 : Math.max(0, (double) free[row + column] / all);
  }
}
