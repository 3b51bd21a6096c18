package dev.plimsoll.cli;

import dev.plimsoll.advisor.history.PrometheusHistory;
import dev.plimsoll.advisor.metrics.MetricsFile;
import dev.plimsoll.advisor.metrics.PolicyMetrics;
import dev.plimsoll.advisor.metrics.PushgatewayClient;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.UsageHistory;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where advice gets its history from, and where it writes its metrics. */
final class JobOptions {
  private static final Duration WEEK = Duration.ofDays(7);
  private static final Pattern WINDOW = Pattern.compile("([1-9][0-9]{0,3})([dhm])");

  @Option(
      names = "--prometheus",
      paramLabel = "URL",
      description = {
        "Query this Prometheus for the tenants' peaks of usage and demand, for the divisions"
            + " Demand and Generous."
      })
  private @Nullable String prometheus;

  @Option(
      names = "--window",
      paramLabel = "TIME",
      description =
          "How far back to query, such as 7d or 36h (default: the policy's window, or 7d).")
  private @Nullable String window;

  @Option(
      names = "--metrics-file",
      paramLabel = "FILE",
      description = "Write metrics for node-exporter's textfile collector (a name in .prom).")
  private @Nullable Path metricsFile;

  @Option(
      names = "--pushgateway",
      paramLabel = "URL",
      description = "Push metrics to this Pushgateway.")
  private @Nullable String pushgateway;

  /** Only picocli makes one. */
  JobOptions() {}

  /** Rejects what could not be carried out, before anything is. */
  void check() {
    if (window != null) {
      parse(window);
    }
    if (metricsFile != null) {
      MetricsFile.check(metricsFile);
    }
    if (pushgateway != null) {
      PushgatewayClient.check(pushgateway);
    }
  }

  /** Returns the tenants' former usage, and notes its source. */
  UsageHistory history(Cluster cluster, CapacityPolicy policy, Consumer<String> notes) {
    if (prometheus == null) {
      return UsageHistory.NONE;
    }
    PrometheusHistory found =
        PrometheusHistory.read(prometheus, cluster, policy, window(policy), cluster.asOf());
    found.notes().forEach(notes);
    return found.history();
  }

  /** Leaves the metrics of a run where they are asked for. */
  void leave(PolicyMetrics policies) {
    if (metricsFile == null && pushgateway == null) {
      return;
    }
    PrometheusRegistry metrics = policies.registry();
    if (metricsFile != null) {
      MetricsFile.write(metricsFile, metrics);
    }
    if (pushgateway != null) {
      PushgatewayClient.push(pushgateway, metrics);
    }
  }

  private Duration window(CapacityPolicy policy) {
    if (window != null) {
      return parse(window);
    }
    Duration agreed = Duration.ZERO;
    if (policy.division() instanceof Division.Demand demand) {
      agreed = demand.window();
    } else if (policy.division() instanceof Division.Generous generous) {
      agreed = generous.window();
    }
    return agreed.isZero() ? WEEK : agreed;
  }

  private static Duration parse(String text) {
    Matcher matcher = WINDOW.matcher(text);
    if (!matcher.matches()) {
      throw new InputException(
          "invalid --window \"" + text + "\": expected a duration such as 7d, 36h or 90m.");
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "d" -> Duration.ofDays(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofMinutes(amount);
    };
  }
}
