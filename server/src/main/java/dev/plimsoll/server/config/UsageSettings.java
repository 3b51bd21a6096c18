package dev.plimsoll.server.config;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.prometheus.PrometheusClient;
import dev.plimsoll.kube.prometheus.PrometheusUsage;
import dev.plimsoll.kube.prometheus.UsageFollower;
import dev.plimsoll.kube.prometheus.UsageMetric;
import dev.plimsoll.kube.yaml.Section;
import dev.plimsoll.kubernetes.usage.IdleRule;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where the usage of devices is measured, and which pods are idle.
 *
 * @param prometheus the Prometheus that scrapes the exporters
 * @param metrics the metrics of the exporters; of two for one device, the first counts
 * @param rule when a pod is idle
 */
public record UsageSettings(
    PrometheusSettings prometheus, List<UsageMetric> metrics, IdleRule rule) {
  private static final Set<String> KEYS =
      Set.of("prometheus", "metrics", "idleSeconds", "idleThresholdPercent");
  private static final String METRIC =
      "must be a metric and its value for a busy device, such as gpu_gfx_activity=100";

  /** Creates settings. */
  public UsageSettings {
    metrics = List.copyOf(metrics);
  }

  /** Reads the section {@code deviceUsage}; mistakes are added to the errors of the document. */
  public static Optional<UsageSettings> of(Section root) {
    Section section = root.section("deviceUsage", KEYS);
    Section source = section.section("prometheus", PrometheusSettings.KEYS);
    Optional<PrometheusSettings> prometheus = PrometheusSettings.of(source);
    List<UsageMetric> others = section.parsedTexts("metrics", UsageSettings::metric);
    IdleRule absent = IdleRule.DEFAULT;
    IdleRule rule =
        new IdleRule(
            section.number("idleThresholdPercent", (long) absent.threshold(), 1, 100),
            Duration.ofSeconds(
                section.number("idleSeconds", absent.window().toSeconds(), 60, 604_800)));
    if (!source.has("url") && KEYS.stream().anyMatch(section::has)) {
      source.addError("url", "is required");
    }
    return prometheus.map(
        p ->
            new UsageSettings(
                p, Stream.concat(UsageMetric.DCGM.stream(), others.stream()).toList(), rule));
  }

  private static UsageMetric metric(String text) {
    try {
      return UsageMetric.parse(text);
    } catch (InputException e) {
      throw new IllegalArgumentException(METRIC, e);
    }
  }

  /** Returns a follower of the usage. */
  public UsageFollower follower(InstantSource clock) {
    PrometheusClient client = new PrometheusClient(prometheus.url().toString());
    return new UsageFollower(
        new PrometheusUsage(client, prometheus.matchers(), metrics), rule, clock);
  }
}
