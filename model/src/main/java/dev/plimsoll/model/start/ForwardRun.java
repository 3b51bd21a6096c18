package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.gate.GateRelease;
import dev.plimsoll.model.lifetime.SurvivalCurve;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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
  private final FittingNodes nodes;
  private final ShareCounts shares;
  private final boolean hasShares;
  private final SplittableRandom draws;
  private final RunFactors factors;
  private final EndQueue ends;
  private final List<Occupant> placed = new ArrayList<>();
  private final LineQueue[] queues;
  private final BitSet[] fitting;
  private final boolean[] isOfSeveral;
  private final int[] turns;
  private final double[] created;
  private final LineOrder ungated;
  private final int[] candidates;
  private final LineOrder[] gated;
  private final BitSet overdue = new BitSet();
  private final boolean[] isNowhere;
  private final ShareTable.Charge[] sums;
  private final double[] scores;
  private final double[] starts;
  private final BitSet targets;
  private int left;
  private int candidateCount;
  private boolean isWithin = true;
  private final GangSlots slots;
  private final int enoughNodes;
  private int searchFrom;
  private double now;
  private int events;

  private ForwardRun(
      QueueState state,
      EndDraws initial,
      RunFactors factors,
      SplittableRandom draws,
      BitSet targets) {
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
    List<QueueState.Line> lines = state.lines();
    this.queues = lines.stream().map(l -> new LineQueue(l, state)).toArray(LineQueue[]::new);
    this.nodes = state.fittingNodes();
    this.fitting = lines.stream().map(l -> nodes.of(l.shapes()[0])).toArray(BitSet[]::new);
    this.isOfSeveral = new boolean[queues.length];
    this.turns = lines.stream().mapToInt(QueueState.Line::turn).toArray();
    this.created = new double[queues.length];
    int[] priorities = lines.stream().mapToInt(l -> l.example().priority()).toArray();
    this.ungated = new LineOrder(priorities, created);
    this.candidates = new int[queues.length];
    this.gated = new LineOrder[state.turns()];
    Arrays.setAll(gated, t -> new LineOrder(priorities, created));
    this.isNowhere = new boolean[queues.length];
    this.sums =
        lines.stream().map(l -> ShareTable.sum(l.charges())).toArray(ShareTable.Charge[]::new);
    for (int i = 0; i < queues.length; i++) {
      isOfSeveral[i] = lines.get(i).shapes().length > 1;
      isNowhere[i] = lines.get(i).isNowhere();
      if (queues[i].size() > 0) {
        enter(i);
      }
    }
    this.scores = table.scores();
    this.targets = targets;
    this.left = targets.cardinality();
    this.starts = new double[state.units().size()];
    Arrays.fill(starts, Double.POSITIVE_INFINITY);
    this.slots = state.gangSlots();
  }

  /**
   * Simulates until some units have started.
   *
   * @param seed what the draws depend on
   * @param draws the draws of the ends of what runs; the run stops at their reach
   * @param targets the numbers of the units
   * @param most how many events end the run
   */
  static ForwardRun run(QueuePart part, long seed, EndDraws draws, BitSet targets, long most) {
    QueueState state = part.state();
    SplittableRandom random = new SplittableRandom(seed);
    SplittableRandom ofArrivals = random.split();
    RunFactors factors = new RunFactors(random.split(), state.curves(), state.recent());
    ForwardRun run = new ForwardRun(state, draws, factors, random, targets);
    run.go(part.arrivals(), ofArrivals, draws.reach(), Math.min(most, MOST_EVENTS));
    return run;
  }

  /** Returns when the last of the units started; infinite if one didn't. */
  double lastStart() {
    return targets.stream().mapToDouble(i -> starts[i]).max().orElse(0);
  }

  /** Returns after how many seconds each unit started; infinite if it didn't. */
  double[] starts() {
    return starts;
  }

  /** Returns whether the number of events ended the run. */
  boolean isCut() {
    return left > 0 && isWithin;
  }

  /** Returns after how many seconds the last event was. */
  double time() {
    return now;
  }

  int events() {
    return events;
  }

  private void go(Arrivals arrivals, SplittableRandom random, double horizon, long most) {
    ArrivalDraws coming = new ArrivalDraws(arrivals, random, factors.arrivalRate(), horizon);
    fill(-1);
    double arrival = coming.advance();
    while (events < most && left > 0) {
      now = Math.min(arrival, ends.firstTime());
      if (now > horizon) {
        isWithin = false;
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
    slots.count(node, free, -1);
    int row = node * columns;
    for (int i = 0; i < columns; i++) {
      free[row + i] += sign * amounts[i];
    }
    scores[node] = table.score(free, node);
    nodes.changed(node, free);
    slots.count(node, free, 1);
  }

  /** Drops units whose Job's deadline has passed: the controller deletes their pods. */
  private void dropEnded() {
    if (now < state.firstDeadline()) {
      return;
    }
    for (int line = 0; line < queues.length; line++) {
      while (queues[line].size() > 0 && queues[line].first().jobDeadline() <= now) {
        remove(line);
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
      if (queues[line].size() == 1) {
        enter(line);
        if (!isNowhere[line]) {
          tryLine(line, -1);
        }
      }
    }
  }

  /** Puts a line with a new first unit in order. */
  private void enter(int line) {
    created[line] = queues[line].created();
    orderOf(line).add(line);
  }

  /** Removes the first unit of a line and returns its number; negative if it came later. */
  private int remove(int line) {
    orderOf(line).remove(line);
    int number = queues[line].remove();
    if (queues[line].size() > 0) {
      enter(line);
    }
    return number;
  }

  private LineOrder orderOf(int line) {
    int turn = turns[line];
    return turn < 0 ? ungated : gated[turn];
  }

  /** Tries what waits, in its order; kube-scheduler's queue first, then the turns of the gate. */
  private void fill(int changed) {
    dropEnded();
    boolean mayGateOpen = gated.length > 0 && mayGateOpen(changed);
    int first = findCandidates(changed);
    if (changed < 0) {
      for (int line = 0; line < queues.length; line++) {
        isNowhere[line] &= queues[line].size() > 0;
      }
    } else {
      for (int line : state.linesAt(changed)) {
        if (isNowhere[line] && queues[line].size() == 0) {
          isNowhere[line] = !fits(line, changed);
        }
      }
    }
    tryInOrder(first, changed);
    if (mayGateOpen) {
      fillGated(changed);
    }
  }

  /**
   * Finds the lines of kube-scheduler's queue that are worth a try, in their order. Returns the
   * index of the first that shares let go.
   */
  private int findCandidates(int changed) {
    int first = -1;
    candidateCount = 0;
    for (int i = 0; i < ungated.size(); i++) {
      int line = ungated.get(i);
      if (mayGo(line, changed)) {
        if (first < 0 && !isHeld(line)) {
          first = candidateCount;
        }
        candidates[candidateCount++] = line;
      }
    }
    first = first < 0 ? candidateCount : first;
    for (int i = 0; i < first; i++) {
      isNowhere[candidates[i]] = false;
    }
    return first;
  }

  private boolean mayGateOpen(int changed) {
    for (LineOrder order : gated) {
      for (int i = 0; i < order.size(); i++) {
        if (mayGo(order.get(i), changed)) {
          return true;
        }
      }
    }
    return false;
  }

  private void tryInOrder(int first, int changed) {
    int[] order = candidates;
    int size = candidateCount;
    for (int i = first; i < size; ) {
      int line = order[i];
      if (!tryLine(line, changed)) {
        i++;
      } else {
        size--;
        System.arraycopy(order, i + 1, order, i, size - i);
        if (queues[line].size() > 0) {
          int at = place(order, i, size, line);
          System.arraycopy(order, at, order, at + 1, size - at);
          order[at] = line;
          size++;
        }
      }
    }
  }

  /** Returns where the next unit of a line belongs; the lines are in order from an index on. */
  private int place(int[] order, int from, int to, int line) {
    int low = from;
    int high = to - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int compared = ungated.compare(order[middle], line);
      if (compared < 0) {
        low = middle + 1;
      } else if (compared > 0) {
        high = middle - 1;
      } else {
        return middle;
      }
    }
    return low;
  }

  /** Returns whether a line is worth a try: cheap, and false only if no unit of it can go. */
  private boolean mayGo(int line, int changed) {
    return isOfSeveral[line]
        ? slots.mayFit(state.lines().get(line))
        : !isNowhere[line] || changed < 0 || fits(line, changed);
  }

  private boolean fits(int line, int node) {
    return fitting[line].get(node);
  }

  private void fillGated(int changed) {
    if (!mayTurnGo(changed)) {
      for (LineOrder order : gated) {
        int[] lines = order.toArray();
        takeTurn(lines, lines.length, changed);
      }
      return;
    }
    List<Integer> left = new ArrayList<>();
    int[][] lines = new int[gated.length][];
    int[] sizes = new int[gated.length];
    for (int turn = 0; turn < gated.length; turn++) {
      lines[turn] = gated[turn].toArray();
      sizes[turn] = lines[turn].length;
      if (sizes[turn] > 0) {
        left.add(turn);
      }
    }
    left.sort((one, other) -> gated[0].order(lines[one][0], lines[other][0]));
    while (!left.isEmpty()) {
      Integer turn =
          Collections.min(
              left, Comparator.comparingDouble(t -> shares.dominant(state.turnAccounts(t))));
      int at = takeTurn(lines[turn], sizes[turn], changed);
      if (at >= 0) {
        sizes[turn] = moved(lines[turn], sizes[turn], at);
      }
      if (at < 0 || sizes[turn] == 0) {
        left.remove(turn);
      }
    }
  }

  /** Moves a line to where its next unit belongs, or drops it; returns how many are left. */
  private int moved(int[] lines, int size, int at) {
    int line = lines[at];
    int to = at;
    while (to + 1 < size
        && (queues[line].size() == 0 || gated[0].compare(lines[to + 1], line) < 0)) {
      lines[to] = lines[to + 1];
      to++;
    }
    lines[to] = line;
    return queues[line].size() == 0 ? size - 1 : size;
  }

  /** Returns whether the gate may let any unit go. */
  private boolean mayTurnGo(int changed) {
    for (LineOrder order : gated) {
      overdue.clear();
      for (int i = 0; i < order.size(); i++) {
        int line = order.get(i);
        if (!overdue.intersects(divided(line))) {
          if (mayGo(line, changed) && !isHeld(line)) {
            return true;
          }
          addOverdue(line);
        }
      }
    }
    return false;
  }

  private BitSet divided(int line) {
    return state.lines().get(line).divided();
  }

  private void addOverdue(int line) {
    if (now - created[line] >= OVERDUE && state.lines().get(line).couldHold()) {
      overdue.or(divided(line));
    }
  }

  /**
   * Releases the first unit of a tenant that can go, and returns the index of its line; -1 if none
   * can. Nobody passes a unit that is overdue.
   */
  private int takeTurn(int[] lines, int size, int changed) {
    overdue.clear();
    for (int i = 0; i < size; i++) {
      int line = lines[i];
      if (overdue.intersects(divided(line))) {
        isNowhere[line] = false;
      } else if (tryLine(line, changed)) {
        return i;
      } else {
        addOverdue(line);
      }
    }
    return -1;
  }

  /** Places the first unit of a line if nodes and shares take it. */
  private boolean tryLine(int line, int changed) {
    if (isHeld(line)) {
      isNowhere[line] = false;
      return false;
    }
    QueueUnit unit = queues[line].first();
    if (unit.isGang()) {
      return tryGang(line, unit);
    }
    int node =
        !isNowhere[line] || changed < 0
            ? bestNode(unit.shapes().get(0))
            : fits(line, changed) ? changed : -1;
    if (node < 0) {
      isNowhere[line] = true;
      return false;
    }
    started(line);
    place(line, unit, 0, node);
    return true;
  }

  private boolean isHeld(int line) {
    return hasShares && !shares.suffices(sums[line]);
  }

  private boolean tryGang(int line, QueueUnit unit) {
    if (!slots.mayFit(state.lines().get(line))) {
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
    int number = remove(line);
    if (number >= 0) {
      starts[number] = now;
      left -= targets.get(number) ? 1 : 0;
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

  /**
   * Returns the node that gets a pod; -1 if none takes it. As kube-scheduler does, the search goes
   * round, ends once enough nodes take the pod, and prefers the node with the most cpu and memory
   * left in parts of all.
   */
  private int bestNode(RequestShape shape) {
    BitSet taking = nodes.of(shape);
    int best = -1;
    int last = -1;
    double most = -1;
    int found = 0;
    int node = taking.nextSetBit(searchFrom);
    boolean isWrapped = false;
    while (found < enoughNodes) {
      if (node < 0 && !isWrapped) {
        isWrapped = true;
        node = taking.nextSetBit(0);
      }
      if (node < 0 || (isWrapped && node >= searchFrom)) {
        break;
      }
      found++;
      if (scores[node] > most) {
        most = scores[node];
        best = node;
      }
      last = node;
      node = taking.nextSetBit(node + 1);
    }
    searchFrom = found < enoughNodes ? 0 : Math.max(0, shape.eligible().nextSetBit(last + 1));
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
}
