package dev.plimsoll.cli;

import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.console.ConsoleRoutes;
import dev.plimsoll.console.ConsoleSources;
import dev.plimsoll.console.HoursSource;
import dev.plimsoll.extender.ExtenderServer;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.hours.HoursFile;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kube.price.PriceList;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.config.BacktestSettings;
import dev.plimsoll.server.http.HttpSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code plimsoll demo}. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the service on a dump, to try its web page and HTTP API. Accepts and drops"
          + " bindings."
    })
final class DemoCommand implements Callable<Integer> {
  private static final int LARGEST_PORT = 65_535;

  @Spec private CommandSpec spec;

  @Option(
      names = "--snapshot",
      arity = "1..*",
      paramLabel = "PATH",
      description = "The dump (default: " + Installation.CLUSTER + " of the installation).")
  private List<Path> snapshots = List.of();

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      arity = "1",
      description =
          "The capacity policy to enforce (default: none, for the example dump "
              + Installation.POLICY
              + ").")
  private List<Path> policies = List.of();

  @Option(
      names = "--demand",
      paramLabel = "FILE",
      arity = "1",
      description =
          "Recorded demand to back-test, as backtest takes it (default: none, for the example dump "
              + Installation.DEMAND
              + ").")
  private List<Path> demands = List.of();

  @Option(
      names = "--hours-file",
      paramLabel = "FILE",
      arity = "1",
      description =
          "Recorded hours of devices to show, as report takes them (default: none, for the example"
              + " dump a drawn month).")
  private List<Path> hours = List.of();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8888",
      description = "The port on loopback (default: ${DEFAULT-VALUE}).")
  private int port;

  /** Only picocli makes one. */
  DemoCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    Logs.quieten();
    if (port < 0 || port > LARGEST_PORT) {
      throw new ParameterException(
          spec.commandLine(),
          "invalid --port \"" + port + "\": expected a number from 0 to " + LARGEST_PORT);
    }
    Server service = start();
    Runtime.getRuntime().addShutdownHook(new Thread(service::close, "shutdown"));
    TerminalPrinter out = Plimsoll.out(spec);
    out.println("Loaded " + text(dumps()) + " with " + text(policyFiles()) + ".");
    String url = "http://127.0.0.1:" + service.port();
    out.println("Listening on " + url + ". Open it in a browser, or try, from another terminal:");
    out.println("  curl " + url + "/api/v1/gaps");
    out.println(
        "  curl '" + url + "/api/v1/explain?kind=Deployment&namespace=vision&name=notebook'");
    out.println("  curl " + url + "/api/v1/shares");
    out.println("  curl " + url + "/metrics");
    out.flush();
    new CountDownLatch(1).await();
    return ExitCode.OK;
  }

  Server start() {
    Cluster cluster = SnapshotReader.read(dumps(), n -> {});
    ExtenderSettings extenderSettings =
        ExtenderSettings.DEFAULT
            .withBind()
            .withPolicies(policyFiles().stream().map(p -> PolicyFile.read(p).policy()).toList());
    Extender extender = new Extender(cluster, extenderSettings, b -> "", Ticker.SYSTEM);
    HttpSettings http =
        new HttpSettings("127.0.0.1", port, 8, 256, 128L << 20, Duration.ofSeconds(30));
    return new ExtenderServer(
            extender,
            ServerDependencies.ofSnapshot(VersionProvider.nameAndVersion()),
            AccessGuard.open())
        .withViews(
            ConsoleRoutes.with(
                new ConsoleSources(
                    new ComputedAdvice(),
                    new RequestedChanges(),
                    Optional.empty(),
                    hours(),
                    demandFile()
                        .map(f -> new BacktestSettings(f, Optional.empty()))
                        .map(RecordedDemand::read),
                    Optional.of(new CommandAnswers()))))
        .startTogether(http);
  }

  private List<Path> dumps() {
    return snapshots.isEmpty() ? List.of(Installation.file(Installation.CLUSTER)) : snapshots;
  }

  private Optional<HoursSource> hours() {
    if (hours.isEmpty()) {
      return snapshots.isEmpty()
          ? Optional.of(
              new HoursSource(
                  RecordsOptions::ofExample,
                  List.of(RecordsOptions.DRAWN),
                  PriceList.read(Installation.file(Installation.PRICES))))
          : Optional.empty();
    }
    return Optional.of(HoursSource.of(HoursFile.read(hours)));
  }

  private Optional<Path> demandFile() {
    return demands.isEmpty() && snapshots.isEmpty()
        ? Optional.of(Installation.file(Installation.DEMAND))
        : demands.stream().findFirst();
  }

  private List<Path> policyFiles() {
    return policies.isEmpty() && snapshots.isEmpty()
        ? List.of(Installation.file(Installation.POLICY))
        : policies;
  }

  private static String text(List<Path> files) {
    return files.isEmpty()
        ? "no policy"
        : files.stream().map(Path::toString).collect(Collectors.joining(", "));
  }
}
