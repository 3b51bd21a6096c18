package dev.plimsoll.extender.api;

import dev.plimsoll.extender.metrics.ExtenderMetrics;
import dev.plimsoll.extender.protocol.ExtenderResults;
import dev.plimsoll.extender.protocol.MalformedCallException;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.io.InputStream;
import java.util.List;
import java.util.function.Function;

/** The scheduler's verbs as paths. */
public final class ExtenderRoutes {
  private static final System.Logger LOG = System.getLogger(ExtenderRoutes.class.getName());

  private final Extender extender;
  private final ExtenderMetrics metrics;

  public ExtenderRoutes(Extender extender, ExtenderMetrics metrics) {
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

  /** Answers a call; what can't be read of filter and bind is an error that the scheduler shows. */
  private Reply answer(String verb, Function<InputStream, Extender.Response> answer, Call call) {
    long start = System.nanoTime();
    try {
      Extender.Response answered = answer.apply(call.body());
      metrics.answered(verb, answered.reason(), System.nanoTime() - start);
      return new Reply(200, Reply.JSON, answered.json());
    } catch (MalformedCallException e) {
      LOG.log(System.Logger.Level.WARNING, "{0}: malformed call: {1}", verb, e.sentence());
      metrics.answered(verb, "malformed", System.nanoTime() - start);
      boolean hasError = verb.equals("filter") || verb.equals("bind");
      return hasError
          ? Reply.json(ExtenderResults.error(e.sentence()))
          : Reply.error(400, e.sentence());
    }
  }
}
