package dev.plimsoll.bench.when;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.model.start.Needs;
import dev.plimsoll.model.start.StartEstimate;
import dev.plimsoll.model.start.StartOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An answer beside what came. Demand ends with the last pod that is created, which nobody could
 * know. So a start after that counts as one at that instant, in the answer, in the guesses and in
 * what came.
 *
 * @param scenario the name of the scenario
 * @param pod the pod
 * @param at the instant of the question
 * @param actual after how many seconds it started
 * @param isAfterDemand whether it started after demand had ended
 * @param ours the estimate, if there is one
 * @param baselines the guesses that it is compared with
 * @param hasLatest whether there is a latest time
 * @param brokenLatest whether it started after the latest time
 * @param brokenNever whether it was said to start never
 * @param wrongNeeds what is wrong with what has to happen first
 * @param limits what the estimate says of itself
 */
record Answer(
    String scenario,
    Pod pod,
    Instant at,
    double actual,
    boolean isAfterDemand,
    Optional<Forecast> ours,
    List<Forecast> baselines,
    boolean hasLatest,
    boolean brokenLatest,
    boolean brokenNever,
    Optional<String> wrongNeeds,
    List<String> limits) {

  /** Asks about a pod that starts at that instant. */
  static Answer to(AskedQueue queue, Scenario scenario, Instant starts, int runs) {
    Instant now = queue.question().at();
    double known = seconds(now, scenario.demandEnds());
    StartOptions options =
        StartOptions.STANDARD
            .withRuns(runs)
            .withHorizon(Duration.between(now, scenario.demandEnds()));
    StartEstimate estimate = Estimates.at(queue, scenario, options);
    return new Answer(
        scenario.name(),
        queue.pod(),
        now,
        Math.min(known, seconds(now, starts)),
        starts.isAfter(scenario.demandEnds()),
        estimate.likely().map(l -> Estimates.forecast(l, now, options).atMost(known)),
        List.of(Baselines.queue(queue).atMost(known), Baselines.lastOfKind(queue).atMost(known)),
        estimate.latest().isPresent(),
        estimate.latest().filter(l -> starts.isAfter(l.at())).isPresent(),
        estimate.needs() instanceof Needs.Never,
        new NeedsReplay(queue, scenario).error(estimate.needs()),
        estimate.limits());
  }

  private static double seconds(Instant from, Instant to) {
    return Duration.between(from, to).toMillis() / 1000.0;
  }

  /** Returns the answer and what came as a line; durations are hours. */
  String line() {
    String quantiles =
        ours.map(
                f ->
                    f.quantiles().stream()
                        .map(q -> String.format(Locale.ROOT, "%.2f", q / 3600))
                        .collect(Collectors.joining(" ")))
            .orElse("none");
    return String.format(
        Locale.ROOT,
        "%s, %s at %s, %s: estimated %s, came %.2f%s, loss %.2f",
        scenario,
        pod.key(),
        at,
        size(),
        quantiles,
        actual / 3600,
        isAfterDemand ? " or later" : "",
        ours.map(f -> f.pinball(actual) / 3600).orElse(0.0));
  }

  /** Returns the class of its size. */
  String size() {
    long gpus =
        pod.spec().containers().stream()
            .mapToLong(c -> c.resources().requests().getOrZero(Objects.GPU).value())
            .sum();
    return Gang.of(pod).isPresent() ? "gang" : gpus == 1 ? "1 GPU" : gpus + " GPUs";
  }
}
