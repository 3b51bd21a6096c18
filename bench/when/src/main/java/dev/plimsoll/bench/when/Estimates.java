package dev.plimsoll.bench.when;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.lifetime.LifetimeHistory;
import dev.plimsoll.model.lifetime.OwnerKey;
import dev.plimsoll.model.lifetime.PodRun;
import dev.plimsoll.model.start.LikelyStart;
import dev.plimsoll.model.start.StartEstimate;
import dev.plimsoll.model.start.StartEstimator;
import dev.plimsoll.model.start.StartOptions;
import dev.plimsoll.model.start.StartQuestion;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Asks the estimator, which sees what has started and ended by then and nothing later. */
final class Estimates {
  private Estimates() {}

  static StartEstimate at(AskedQueue queue, Scenario scenario, StartOptions options) {
    Simulation simulation =
        Simulation.of(queue.cluster(), AdmissionChain.standard(), PlacementPass.SCHEDULER);
    StartQuestion question =
        StartQuestion.of(
                simulation,
                PlacementPass.SCHEDULER,
                scenario.policies(),
                history(queue),
                queue.question().at())
            .withOptions(options);
    return StartEstimator.of(question).estimate(queue.pod());
  }

  private static LifetimeHistory history(AskedQueue queue) {
    List<PodRun> runs = new ArrayList<>();
    Map<OwnerKey, Pod> examples = new HashMap<>();
    for (Run run : queue.ended()) {
      PodRun.of(run.pod(), run.pod().namespace(), queue.cluster())
          .map(r -> r.withEnd(run.ended()))
          .ifPresent(
              r -> {
                runs.add(r);
                examples.put(r.owner(), run.pod());
              });
    }
    return new LifetimeHistory(runs, examples).and(LifetimeHistory.of(queue.cluster(), n -> n));
  }

  /**
   * Returns the estimate as seconds from the question on. A later start than can be simulated
   * counts as the last one.
   */
  static Forecast forecast(LikelyStart likely, Instant from, StartOptions options) {
    return Forecast.of(
        p ->
            likely
                .quantile(p)
                .map(at -> Math.max(0, Duration.between(from, at).toMillis() / 1000.0))
                .orElse((double) options.horizon().toSeconds()));
  }
}
