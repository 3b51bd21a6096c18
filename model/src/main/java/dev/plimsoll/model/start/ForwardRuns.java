package dev.plimsoll.model.start;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Simulates a part of a queue often. */
final class ForwardRuns {
  /** The steps that all runs together may take, about; fewer runs are made of a large cluster. */
  private static final long STEPS = 80_000_000;

  /** The steps of an event, apart from one for each line. */
  private static final long STEPS_OF_EVENT = 20;

  private static final int FEWEST_RUNS = 25;

  /** How many times as far as the first run the others reach before they are made once more. */
  private static final int REACH = 4;

  private ForwardRuns() {}

  /**
   * The starts in all runs.
   *
   * @param ofRuns after how many seconds each unit started, by its number, in each run
   * @param until after how many seconds the first of the runs ends; infinite for the horizon
   */
  record Starts(List<double[]> ofRuns, double until) {}

  /**
   * Simulates a part of a queue as often as the options say, or less often if it is large.
   *
   * @param targets the numbers of the units in question
   */
  static Starts starts(QueuePart part, BitSet targets, StartOptions options) {
    long events = STEPS / (part.state().lines().size() + STEPS_OF_EVENT);
    long seed = options.seed() * 1_000_003;
    ForwardRun first = ForwardRun.run(part, seed, part.far(), targets, events / FEWEST_RUNS);
    EndDraws far = first.isCut() ? part.draws(first.time()) : part.far();
    double last = first.lastStart();
    EndDraws near = last < far.reach() / REACH ? part.draws(last * REACH) : far;
    long most = Math.max(FEWEST_RUNS, events / Math.max(1, first.events()));
    List<double[]> starts = new ArrayList<>();
    starts.add(first.starts());
    double until = first.isCut() ? first.time() : Double.POSITIVE_INFINITY;
    for (int i = 1; i < Math.min(options.runs(), most); i++) {
      ForwardRun run = ForwardRun.run(part, seed + i, near, targets, events / FEWEST_RUNS);
      if (run.lastStart() == Double.POSITIVE_INFINITY && near != far && !run.isCut()) {
        run = ForwardRun.run(part, seed + i, far, targets, events / FEWEST_RUNS);
      }
      starts.add(run.starts());
      until = run.isCut() ? Math.min(until, run.time()) : until;
    }
    return new Starts(starts, until);
  }
}
