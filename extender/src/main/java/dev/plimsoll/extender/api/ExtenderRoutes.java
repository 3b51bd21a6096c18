package dev.plimsoll.extender.api;

import dev.plimsoll.extender.journal.Decided;
import dev.plimsoll.extender.journal.DecisionJournal;
import dev.plimsoll.extender.metrics.ExtenderMetrics;
import dev.plimsoll.extender.protocol.ExtenderResults;
import dev.plimsoll.extender.protocol.MalformedCallException;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.kube.periodic.LimitedLog;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.server.health.Readiness;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The scheduler's verbs as paths. As long as the cluster isn't known, or isn't any more, they are
 * errors, so that the scheduler's {@code ignorable} decides what happens.
 */
public final class ExtenderRoutes {
  private static final System.Logger LOG = System.getLogger(ExtenderRoutes.class.getName());

  private final LimitedLog log = new LimitedLog(LOG, Ticker.SYSTEM);
  private final Extender extender;
  private final ExtenderMetrics metrics;
  private final Readiness readiness;
  private final DecisionJournal journal;

  /** Makes the routes of an extender that can answer as long as the readiness says so. */
  public ExtenderRoutes(
      Extender extender, ExtenderMetrics metrics, Readiness readiness, DecisionJournal journal) {
    this.readiness = readiness;
    this.journal = journal;
    this.extender = extender;
    this.metrics = metrics;
  }

  public List<Route> all() {
    return List.of(
        verb("filter", extender::filter),
        verb("prioritize", extender::prioritize),
        verb("preempt", extender::preempt),
        verb("bind", extender::bind));
  }

  private Route verb(String verb, Function<InputStream, Extender.Response> answer) {
    return Route.post("/scheduler/" + verb, call -> answer(verb, answer, call));
  }

  /**
   * Answers a call. For a malformed call of filter or bind, the answer is an error that the
   * scheduler shows.
   */
  private Reply answer(String verb, Function<InputStream, Extender.Response> answer, Call call) {
    long start = System.nanoTime();
    Optional<String> problem = readiness.problem();
    if (problem.isPresent()) {
      metrics.answered(verb, "not_ready", System.nanoTime() - start);
      return hasError(verb)
          ? Reply.json(ExtenderResults.error(problem.get()))
          : Reply.error(503, problem.get());
    }
    try {
      Extender.Response answered = answer.apply(call.body());
      long took = System.nanoTime() - start;
      metrics.answered(verb, answered.reason(), took);
      answered.decided().ifPresent(d -> record(verb, answered, d, took));
      return new Reply(200, Reply.JSON, answered.json());
    } catch (MalformedCallException e) {
      log.warn(verb + ": malformed call: " + e.sentence());
      metrics.answered(verb, "malformed", System.nanoTime() - start);
      return hasError(verb)
          ? Reply.json(ExtenderResults.error(e.sentence()))
          : Reply.error(400, e.sentence());
    }
  }

  private void record(String verb, Extender.Response answered, Decided decided, long took) {
    journal.add(verb, answered.reason(), decided, answered.grounds(), Duration.ofNanos(took));
    if (verb.equals("preempt")) {
      metrics.preempted(decided.passing(), decided.nodes() - decided.passing());
    }
  }

  /** Returns whether the verb's answer has a field for an error. */
  private static boolean hasError(String verb) {
    return verb.equals("filter") || verb.equals("bind");
  }
}
