package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.lifetime.Lifetimes;
import dev.plimsoll.model.lifetime.PodRun;
import dev.plimsoll.model.whatif.Lazy;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

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
  private final StartQuestion question;
  private final Lifetimes lifetimes;
  private final StartLimits limits;
  private final Lazy<Prepared> stored;

  /** The facts about the cluster and its queue that all answers share. */
  private record Prepared(
      QueueState state,
      Map<String, QueueUnit> units,
      PlaceInQueue places,
      NeedsFinder needs,
      LatestBound bound,
      double horizon,
      Map<Integer, QueuePart> parts) {

    QueuePart part(int number) {
      return parts.computeIfAbsent(number, n -> QueuePart.of(state, n, horizon));
    }
  }

  private StartEstimator(StartQuestion question, Lifetimes lifetimes) {
    this.question = question;
    this.lifetimes = lifetimes;
    this.limits = new StartLimits(question, lifetimes);
    this.stored = new Lazy<>(() -> prepared(List.of()));
  }

  /** Makes the estimator of a question. */
  public static StartEstimator of(StartQuestion question) {
    return new StartEstimator(question, Lifetimes.at(question.history(), question.now()));
  }

  /** Returns the estimator of the question about a changed cluster. Lifetimes are shared. */
  StartEstimator withSimulation(Simulation other) {
    return new StartEstimator(question.withSimulation(other), lifetimes);
  }

  StartQuestion question() {
    return question;
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
    Prepared prepared = others.isEmpty() ? stored.get() : prepared(others);
    Map<QueueUnit, Needs> needs = new LinkedHashMap<>();
    for (Pod pod : pods) {
      QueueUnit unit = prepared.units().get(pod.key());
      if (unit != null) {
        needs.computeIfAbsent(unit, prepared.needs()::of);
      }
    }
    BitSet targets = new BitSet();
    needs.forEach(
        (unit, of) -> {
          if (isSimulated(unit) && mayStart(of)) {
            targets.set(prepared.state().numberOf(unit));
          }
        });
    Map<Integer, ForwardRuns.Starts> runs = runs(prepared, targets);
    List<StartEstimate> estimates = new ArrayList<>();
    for (Pod pod : pods) {
      QueueUnit unit = prepared.units().get(pod.key());
      estimates.add(
          unit == null
              ? notQueued(pod)
              : waiting(
                  pod,
                  unit,
                  Objects.requireNonNull(needs.get(unit)),
                  prepared,
                  Optional.of(unit)
                      .filter(u -> targets.get(prepared.state().numberOf(u)))
                      .map(u -> runs.get(prepared.state().partOf(u)))));
    }
    return estimates;
  }

  private Prepared prepared(Collection<Pod> others) {
    QueueState state = new QueueStateBuilder(question, lifetimes, others).build();
    Map<String, QueueUnit> units = new HashMap<>();
    state.units().forEach(u -> u.pods().forEach(p -> units.put(p.key(), u)));
    return new Prepared(
        state,
        units,
        new PlaceInQueue(state),
        new NeedsFinder(question, state),
        new LatestBound(state, question),
        question.options().horizon().toSeconds(),
        new ConcurrentHashMap<>());
  }

  private static boolean mayStart(Needs needs) {
    return !(needs instanceof Needs.Never
        || needs instanceof Needs.NothingEnds
        || needs instanceof Needs.NotAccepted
        || needs instanceof Needs.Unknown
        || needs instanceof Needs.Event);
  }

  private boolean isSimulated(QueueUnit unit) {
    return unit.shapes().stream().allMatch(RequestShape::isLocal) && limits.hasEnds();
  }

  /** Simulates each part of the cluster with units in question. */
  private Map<Integer, ForwardRuns.Starts> runs(Prepared prepared, BitSet targets) {
    QueueState state = prepared.state();
    Map<Integer, BitSet> byPart = new LinkedHashMap<>();
    targets.stream()
        .forEach(
            i ->
                byPart
                    .computeIfAbsent(state.partOf(state.units().get(i)), p -> new BitSet())
                    .set(i));
    Map<Integer, ForwardRuns.Starts> runs = new HashMap<>();
    byPart.forEach(
        (part, some) ->
            runs.put(part, ForwardRuns.starts(prepared.part(part), some, question.options())));
    return runs;
  }

  private StartEstimate waiting(
      Pod pod, QueueUnit unit, Needs needs, Prepared prepared, Optional<ForwardRuns.Starts> runs) {
    int number = prepared.state().numberOf(unit);
    Optional<LikelyStart> likely = runs.map(r -> likely(r, number));
    Optional<LatestStart> latest =
        needs instanceof Needs.Never
            ? Optional.empty()
            : prepared.bound().of(unit, prepared.places());
    return new StartEstimate(
        pod,
        StartEstimate.State.Waiting,
        pod.metadata().creationTimestamp(),
        needs,
        prepared.places().of(unit),
        likely,
        latest,
        List.of(),
        limits.of(unit, prepared.state()));
  }

  private LikelyStart likely(ForwardRuns.Starts runs, int number) {
    return new LikelyStart(
        runs.ofRuns().stream()
            .mapToDouble(s -> s[number])
            .mapToObj(s -> instant(s <= runs.until() ? s : Double.POSITIVE_INFINITY))
            .toArray(Instant[]::new),
        Optional.of(instant(runs.until())).filter(i -> i.isBefore(Instant.MAX)));
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
        new QueuePlace(0, 0, QueuePlace.Order.NotQueued),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of());
  }
}
