package dev.plimsoll.kube.prometheus;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.resource.UsageNotes;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.kubernetes.usage.MeasuredUsage.PodName;
import dev.plimsoll.kubernetes.usage.UsageSamples;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Follows the usage of devices in Prometheus. The first look reads the whole window, a later look
 * only the samples since the look before.
 */
public final class UsageFollower {
  /** Prometheus stores a sample some seconds after the scrape. */
  private static final Duration LAG = Duration.ofMinutes(1);

  private static final Duration FRESH = Duration.ofMinutes(5);

  private final PrometheusUsage source;
  private final IdleRule rule;
  private final InstantSource clock;

  @GuardedBy("this")
  private final Map<PodName, UsageSamples> pods = new HashMap<>();

  private volatile Optional<Read> read = Optional.empty();
  private volatile Optional<Measured> measured = Optional.empty();

  /** The usage up to a time. */
  private record Read(Instant end, MeasuredUsage usage) {}

  /** The latest cluster that was given usage. */
  private record Measured(Cluster cluster, Instant end, Cluster result) {}

  /** Creates a follower that has not looked yet. */
  public UsageFollower(PrometheusUsage source, IdleRule rule, InstantSource clock) {
    this.source = source;
    this.rule = rule;
    this.clock = clock;
  }

  /**
   * Reads the new samples: to be called once a minute.
   *
   * @throws InputException if Prometheus rejects the query, or has no series of usage
   * @throws dev.plimsoll.kube.live.UnreachableException if it doesn't answer
   */
  public synchronized void look() {
    Instant end = clock.instant().minus(LAG).truncatedTo(ChronoUnit.MINUTES);
    Instant earliest = end.minus(PrometheusUsage.range(rule));
    Instant from =
        read.map(r -> r.end().plus(IdleRule.STEP))
            .filter(next -> next.isAfter(earliest))
            .orElse(earliest);
    if (from.isAfter(end)) {
      return;
    }
    source.add(pods, rule, from, end);
    pods.values().removeIf(s -> s.usage().filter(u -> !u.last().isBefore(earliest)).isEmpty());
    read = Optional.of(new Read(end, PrometheusUsage.usage(pods, rule)));
    if (pods.isEmpty()) {
      throw new InputException(
          "Prometheus has no series of "
              + source.names()
              + ": whether devices are idle isn't known; check the exporter.");
    }
  }

  /** Returns a cluster with the usage of its devices; without, if the latest usage is old. */
  public Cluster measured(Cluster cluster) {
    Optional<Read> latest =
        read.filter(r -> !r.end().plus(LAG).plus(FRESH).isBefore(clock.instant()));
    return latest.map(r -> measured(cluster, r)).orElse(cluster);
  }

  /** The same cluster has the same answer, so that nobody takes the answer for news. */
  private Cluster measured(Cluster cluster, Read latest) {
    Optional<Measured> known =
        measured.filter(m -> m.cluster() == cluster && m.end().equals(latest.end()));
    if (known.isPresent()) {
      return known.get().result();
    }
    Instant time = cluster.asOf().isAfter(latest.end()) ? cluster.asOf() : latest.end();
    Cluster result = UsageNotes.measured(cluster.at(time), latest.usage());
    measured = Optional.of(new Measured(cluster, latest.end(), result));
    return result;
  }
}
