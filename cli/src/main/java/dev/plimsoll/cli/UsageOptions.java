package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.prometheus.PrometheusClient;
import dev.plimsoll.kube.prometheus.PrometheusUsage;
import dev.plimsoll.kube.prometheus.UsageMetric;
import dev.plimsoll.kube.resource.UsageNotes;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.usage.IdleRule;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where the usage of devices comes from, and which pods count as idle. */
final class UsageOptions {
  private static final Pattern LABEL = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--prometheus",
      paramLabel = "URL",
      description =
          "Query this Prometheus for the usage of devices, to find pods that hold devices and"
              + " don't use them.")
  private @Nullable String prometheus;

  @Option(
      names = "--prometheus-label",
      paramLabel = "NAME=VALUE",
      description = "Query only series with this label, such as cluster=prod. Repeatable.")
  private Map<String, String> labels = new LinkedHashMap<>();

  @Option(
      names = "--usage-metric",
      paramLabel = "NAME=FULL",
      description =
          "Query this metric, too; FULL is its value for a busy device, such as"
              + " gpu_gfx_activity=100 of AMD's exporter. Repeatable (default: those of DCGM's"
              + " exporter).")
  private List<String> metrics = new ArrayList<>();

  @Option(
      names = "--idle-window",
      paramLabel = "TIME",
      description = "How long a pod's devices must be unused, such as 1h or 12h (default: 4h).")
  private @Nullable String window;

  @Option(
      names = "--idle-threshold",
      paramLabel = "PERCENT",
      description = "Devices with less usage count as unused (default: 1).")
  private @Nullable Double threshold;

  /** Only picocli makes one. */
  UsageOptions() {}

  /**
   * Reads a cluster and returns it with the usage of its devices, if that is asked for. Wrong
   * options are told before anything is read.
   */
  Simulation measured(Supplier<Simulation> reader) {
    check();
    Simulation simulation = reader.get();
    Cluster cluster = simulation.cluster();
    if (prometheus != null) {
      Cluster measured = UsageNotes.measured(cluster, read(cluster.asOf()).orElseThrow());
      measured.omissions().stream()
          .filter(o -> !cluster.omissions().contains(o))
          .forEach(o -> spec.commandLine().getErr().println("note: " + o));
      return simulation.withFacts(measured);
    }
    Optional<MeasuredUsage> recorded = cluster.usage();
    if (window != null && recorded.isEmpty()) {
      throw new InputException(
          "--idle-window requires --prometheus, or a snapshot that was written with it.");
    }
    return window == null
        ? simulation
        : simulation.withFacts(
            cluster.withUsage(
                recorded
                    .orElseThrow()
                    .withRule(recorded.orElseThrow().rule().withWindow(window()))));
  }

  private void check() {
    rule();
    matchers();
    metrics();
    if (prometheus == null && (threshold != null || !metrics.isEmpty() || !labels.isEmpty())) {
      throw new InputException(
          "--idle-threshold, --usage-metric and --prometheus-label require --prometheus.");
    }
  }

  /** Returns the URL of the Prometheus to query, if one is named. */
  Optional<String> prometheus() {
    return Optional.ofNullable(prometheus);
  }

  /** Returns whether the usage of devices is asked for. */
  boolean isAsked() {
    return prometheus != null;
  }

  /** Returns the measured usage of all pods at a time, if it is asked for. */
  Optional<MeasuredUsage> read(Instant time) {
    return prometheus == null
        ? Optional.empty()
        : Optional.of(
            new PrometheusUsage(new PrometheusClient(prometheus), matchers(), metrics())
                .read(rule(), time));
  }

  private List<UsageMetric> metrics() {
    return Stream.concat(UsageMetric.DCGM.stream(), metrics.stream().map(UsageMetric::parse))
        .toList();
  }

  private IdleRule rule() {
    double percent = threshold == null ? IdleRule.DEFAULT.threshold() : threshold;
    if (!(percent > 0 && percent <= 100)) {
      throw new InputException(
          "invalid --idle-threshold " + percent + ": expected percent above 0, up to 100.");
    }
    return new IdleRule(percent, window());
  }

  private Duration window() {
    if (window == null) {
      return IdleRule.DEFAULT.window();
    }
    Duration parsed = DurationOption.parse("--idle-window", window);
    if (parsed.isZero() || parsed.toDays() > 7) {
      throw new InputException(
          "invalid --idle-window \"" + window + "\": expected more than 0m and at most 7d.");
    }
    return parsed;
  }

  /** Returns the matchers of the series to query, each after a comma. */
  String matchers() {
    StringBuilder matchers = new StringBuilder();
    labels.forEach(
        (name, value) -> {
          if (!LABEL.matcher(name).matches()) {
            throw new InputException(
                "invalid --prometheus-label \"" + name + "\": expected a label's name.");
          }
          matchers.append(',').append(name).append("=\"").append(quoted(value)).append('"');
        });
    return matchers.toString();
  }

  private static String quoted(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
