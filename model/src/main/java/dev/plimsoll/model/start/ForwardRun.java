package dev.plimsoll.model.start;

import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One simulation forward, from event to event: a pod ends, or a batch arrives, and what waits is
 * tried in its order.
 */
final class ForwardRun {
  private static final int MOST_EVENTS = 200_000;

  private final QueueState state;
  private final RunFactors factors;
  private final ShareCounts shares;
  private final RunNodes nodes;
  private final RunOccupants occupants;
  private final RunQueue queue;
  private final RunStarts starts;
  private final LineStarter starter;
  private final SchedulerPass scheduler;
  private final GatePass gate;
  private boolean isWithin = true;
  private double now;
  private int events;

  private ForwardRun(
      QueueState state,
      EndDraws initial,
      RunFactors factors,
      SplittableRandom draws,
      BitSet targets) {
    this.state = state;
    this.factors = factors;
    this.shares = state.counts();
    this.nodes = new RunNodes(state);
    this.occupants = new RunOccupants(state, initial, factors, draws);
    this.queue = new RunQueue(state, shares);
    this.starts = new RunStarts(state.units().size(), targets);
    this.starter = new LineStarter(state, queue, nodes, occupants, shares, starts);
    this.scheduler = new SchedulerPass(queue, starter);
    this.gate = new GatePass(state, queue, starter, shares);
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
    return starts.last();
  }

  /** Returns after how many seconds each unit started; infinite if it didn't. */
  double[] starts() {
    return starts.all();
  }

  /** Returns whether the number of events ended the run. */
  boolean isCut() {
    return starts.left() > 0 && isWithin;
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
    while (events < most && starts.left() > 0) {
      now = Math.min(arrival, occupants.nextEnd());
      if (now > horizon) {
        isWithin = false;
        return;
      }
      events++;
      if (arrival <= occupants.nextEnd()) {
        arrive(coming.units());
        arrival = coming.advance();
      } else {
        release(occupants.removeNext());
      }
    }
  }

  private void release(Occupant gone) {
    nodes.free(gone.node(), gone.held());
    if (state.hasShares()) {
      shares.placed(gone.charge(), gone.node(), false);
    }
    fill(gone.node());
  }

  private void arrive(List<QueueUnit> batch) {
    queue.dropEnded(now);
    for (QueueUnit unit : batch) {
      int line = state.lineOf(unit);
      if (queue.add(unit, line, now) && !starter.isNowhere(line)) {
        starter.start(line, -1, now);
      }
    }
  }

  /** Tries what waits, in its order; kube-scheduler's queue first, then the turns of the gate. */
  private void fill(int changed) {
    queue.dropEnded(now);
    boolean mayGateOpen = gate.mayOpen(changed);
    int first = scheduler.find(changed);
    starter.lookAtEmpty(changed);
    scheduler.tryFrom(first, changed, now);
    if (mayGateOpen) {
      gate.fill(changed, now);
    }
  }
}
