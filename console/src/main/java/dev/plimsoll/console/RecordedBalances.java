package dev.plimsoll.console;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.prometheus.PrometheusClient;
import dev.plimsoll.server.config.PrometheusSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Function;

/**
 * Balances of namespaces at each full hour of the last week: what {@link BalanceMetrics} told then
 * and Prometheus has kept. It is read from time to time and kept in memory, so that no caller waits
 * for Prometheus.
 */
final class RecordedBalances {
  static final Duration LENGTH = Duration.ofDays(7);

  private static final String NAMES =
      String.join(
          "|",
          BalanceMetrics.TIMESTAMP,
          BalanceMetrics.LIMIT,
          BalanceMetrics.PLACED,
          BalanceMetrics.PENDING,
          BalanceMetrics.MISSING);

  /** Several replicas export the same amounts, so the largest counts. */
  private static final String EXPRESSION =
      "max by (__name__, namespace, exported_namespace, resource) ({__name__=~\"%s\"%s})";

  private final PrometheusClient prometheus;
  private final String expression;
  private final Clock clock;
  private volatile Optional<Read> lastRead = Optional.empty();

  private record Read(Instant time, HourlyBalances balances) {}

  RecordedBalances(PrometheusSettings settings, Clock clock) {
    this.prometheus = new PrometheusClient(settings.url().toString());
    this.expression = EXPRESSION.formatted(NAMES, settings.matchers());
    this.clock = clock;
  }

  /**
   * Reads it.
   *
   * @throws dev.plimsoll.kube.InputException if what is there isn't Prometheus, or rejects the
   *     query
   * @throws dev.plimsoll.kube.live.UnreachableException if it doesn't answer
   */
  void read() {
    Instant now = clock.instant();
    Instant last = now.truncatedTo(ChronoUnit.HOURS);
    Instant first = last.minus(LENGTH);
    HourlyBalances balances =
        HourlyBalances.of(
            prometheus.samples(expression, first, last, HourlyBalances.STEP), first, last);
    lastRead = Optional.of(new Read(now, balances));
  }

  /**
   * Returns {@code {since: …, until: …, stepSeconds: 3600, namespaces: […]}}; empty if it has not
   * been read yet.
   *
   * @param created when a namespace was created; empty if nothing is to be told of it
   */
  Optional<JsonObject> json(Function<String, Optional<Instant>> created) {
    return lastRead.map(
        read -> {
          JsonObject json = read.balances().json(created);
          json.addProperty("until", read.time().toString());
          return json;
        });
  }
}
