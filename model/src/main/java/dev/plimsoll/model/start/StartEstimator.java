package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.lifetime.Lifetimes;
import dev.plimsoll.model.lifetime.PodRun;
import dev.plimsoll.model.whatif.Lazy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Estimates when waiting pods start.
 *
 * <pre>
 *   history --> survival curves --+
 *   cluster --> what runs, waits -+--> simulated forward, often --> quantiles of the start
 *   policies -> shares, turns ----+
 * </pre>
 */
public final class StartEstimator {
  /** The steps that all runs together may take, about; fewer runs are made of a large cluster. */
  private static final long STEPS = 50_000_000;

  private static final int FEWEST_RUNS = 25;

  /** How many times as far as the first run the others reach before they are made once more. */
  private static final int REACH = 4;

  private final StartQuestion question;
  private final Lifetimes lifetimes;
  private final StartLimits limits;
  private final Lazy<QueueState> stored;

  private StartEstimator(StartQuestion question) {
    this.question = question;
    this.lifetimes = Lifetimes.at(question.history(), question.now());
    this.limits = new StartLimits(question, lifetimes);
    this.stored = new Lazy<>(() -> new QueueStateBuilder(question, lifetimes, List.of()).build());
  }

  /** Makes the estimator of a question. */
  public static StartEstimator of(StartQuestion question) {
    return new StartEstimator(question);
  }

  /** Returns the estimate for a pod. A pod outside the cluster is taken as created now. */
  public StartEstimate estimate(Pod pod) {
    return estimates(List.of(pod)).get(0);
  }

  /** Returns the estimates for pods, in their order. One simulation serves them all. */
  public List<StartEstimate> estimates(Collection<Pod> pods) {
    Cluster cluster = question.simulation().cluster();
    List<Pod> others =
        pods.stream()
            .filter(p -> cluster.find(Pod.class, p.namespace(), p.name()).isEmpty())
            .toList();
    QueueState state =
        others.isEmpty()
            ? stored.get()
            : new QueueStateBuilder(question, lifetimes, others).build();
    Map<String, QueueUnit> units = new HashMap<>();
    state.units().forEach(u -> u.pods().forEach(p -> units.put(p.key(), u)));
    BitSet targets = new BitSet();
    for (Pod pod : pods) {
      QueueUnit unit = units.get(pod.key());
      if (unit != null && isSimulated(unit)) {
        targets.set(state.numberOf(unit));
      }
    }
    List<double[]> runs = targets.isEmpty() ? List.of() : runs(state, targets);
    PlaceInQueue places = new PlaceInQueue(state);
    NeedsFinder needs = new NeedsFinder(question, state);
    LatestBound bound = new LatestBound(state, question);
    List<StartEstimate> estimates = new ArrayList<>();
    for (Pod pod : pods) {
      QueueUnit unit = units.get(pod.key());
      estimates.add(
          unit == null ? notQueued(pod) : waiting(pod, unit, state, places, needs, bound, runs));
    }
    return estimates;
  }

  private boolean isSimulated(QueueUnit unit) {
    return unit.shapes().stream().allMatch(RequestShape::isLocal) && lifetimes.hasEnds();
  }

  private List<double[]> runs(QueueState state, BitSet targets) {
    StartOptions options = question.options();
    EndDraws far = new EndDraws(state.occupants(), options.horizon().toSeconds());
    EndDraws near = far;
    List<double[]> runs = new ArrayList<>();
    long wanted = options.runs();
    for (int i = 0; i < wanted; i++) {
      long seed = options.seed() * 1_000_003 + i;
      ForwardRun run = ForwardRun.run(state, seed, near, targets);
      double last = run.lastStart();
      if (i == 0) {
        wanted =
            Math.max(Math.min(FEWEST_RUNS, wanted), Math.min(wanted, STEPS / steps(state, run)));
        near = last < far.reach() / REACH ? new EndDraws(state.occupants(), last * REACH) : far;
      } else if (last == Double.POSITIVE_INFINITY && near != far) {
        run = ForwardRun.run(state, seed, far, targets);
      }
      runs.add(run.starts());
    }
    return runs;
  }

  private static long steps(QueueState state, ForwardRun run) {
    long ofEvent = state.lines().size() + state.nodes().nodes() / 4L;
    return run.events() * ofEvent + state.occupants().size() + 1;
  }

  private StartEstimate waiting(
      Pod pod,
      QueueUnit unit,
      QueueState state,
      PlaceInQueue places,
      NeedsFinder finder,
      LatestBound bound,
      List<double[]> runs) {
    Needs needs = finder.of(unit);
    int number = state.numberOf(unit);
    boolean isEstimated =
        isSimulated(unit)
            && !runs.isEmpty()
            && !(needs instanceof Needs.Never)
            && !(needs instanceof Needs.NothingEnds)
            && !(needs instanceof Needs.Unknown)
            && !(needs instanceof Needs.Event);
    Optional<LikelyStart> likely =
        isEstimated
            ? Optional.of(
                new LikelyStart(
                    runs.stream().map(starts -> instant(starts[number])).toArray(Instant[]::new)))
            : Optional.empty();
    Optional<LatestStart> latest =
        needs instanceof Needs.Never ? Optional.empty() : bound.of(unit, places);
    return new StartEstimate(
        pod,
        StartEstimate.State.Waiting,
        pod.metadata().creationTimestamp(),
        needs,
        places.of(unit),
        likely,
        latest,
        List.of(),
        limits.of(unit, state));
  }

  private Instant instant(double seconds) {
    return seconds == Double.POSITIVE_INFINITY
        ? Instant.MAX
        : question.now().plusMillis((long) (seconds * 1000));
  }

  /** Returns the answer about a pod that doesn't wait for a place. */
  private StartEstimate notQueued(Pod pod) {
    StartEstimate.State state =
        pod.isTerminal() || pod.isTerminating()
            ? StartEstimate.State.Ended
            : pod.isBound() ? StartEstimate.State.Running : StartEstimate.State.Waiting;
    Optional<Instant> since =
        state == StartEstimate.State.Running
            ? PodRun.started(pod)
            : state == StartEstimate.State.Ended
                ? PodRun.ended(pod).or(() -> pod.metadata().deletionTimestamp())
                : pod.metadata().creationTimestamp();
    return new StartEstimate(
        pod,
        state,
        since,
        state == StartEstimate.State.Waiting
            ? new Needs.Event(limits.whyNotQueued(pod))
            : new Needs.Nothing(),
        new QueuePlace(0, 0, QueuePlace.Order.PriorityAndAge),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of());
  }
}
