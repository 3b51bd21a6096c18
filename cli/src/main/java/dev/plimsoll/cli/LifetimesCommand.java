package dev.plimsoll.cli;

import dev.plimsoll.cli.output.Table;
import dev.plimsoll.kube.report.LifetimeReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.lifetime.LifetimeHistory;
import dev.plimsoll.model.lifetime.Lifetimes;
import dev.plimsoll.model.start.StartQuestion;
import dev.plimsoll.model.whatif.Simulation;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code plimsoll lifetimes}. */
@Command(
    name = "lifetimes",
    mixinStandardHelpOptions = true,
    description = {
      "Shows how long the pods of each owner run, as far as ends were seen. plimsoll when"
          + " estimates starts by these lifetimes. Services aren't listed."
    },
    footer = {"", "Example: plimsoll lifetimes --snapshot examples/gpu-tenants.json"})
final class LifetimesCommand extends ClusterCommand {
  /** Only picocli makes one. */
  LifetimesCommand() {}

  @Override
  CommandResult answer(Simulation simulation) {
    Cluster read = simulation.cluster();
    LifetimeHistory history =
        LifetimeHistory.of(read, StartQuestion.tenants(read, cluster.capacityPolicies()));
    List<Lifetimes.Known> known =
        Lifetimes.at(history, read.asOf()).known().stream()
            .filter(k -> cluster.namespace().map(k.owner().namespace()::equals).orElse(true))
            .toList();
    return new CommandResult(
        () -> LifetimeReport.of(known, read),
        out -> {
          if (known.isEmpty()) {
            out.println("No pod that ends by itself was seen.");
            return;
          }
          Table table =
              new Table("NAMESPACE", "OWNER", "ENDS", "RUNNING", "10 %", "MEDIAN", "90 %");
          known.forEach(
              k ->
                  table.row(
                      k.owner().namespace(),
                      k.owner().toString(),
                      k.ends(),
                      k.running(),
                      quantile(k, 0.1),
                      quantile(k, 0.5),
                      quantile(k, 0.9)));
          table.print(out, output.headers());
        },
        false);
  }

  private static String quantile(Lifetimes.Known known, double part) {
    double seconds =
        known.ends() == 0 ? Double.POSITIVE_INFINITY : known.curve().endingAge(0, 1 - part);
    return seconds == Double.POSITIVE_INFINITY
        ? "?"
        : text(Duration.ofSeconds(Math.round(seconds)));
  }

  private static String text(Duration duration) {
    return duration.toHours() > 0
        ? duration.toHours() + "h" + duration.toMinutesPart() + "m"
        : duration.toMinutes() > 0
            ? duration.toMinutes() + "m" + duration.toSecondsPart() + "s"
            : duration.toSeconds() + "s";
  }
}
