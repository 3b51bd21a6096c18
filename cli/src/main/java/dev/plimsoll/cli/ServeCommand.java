package dev.plimsoll.cli;

import dev.plimsoll.admission.LiveAdmission;
import dev.plimsoll.admission.config.AdmissionServiceConfiguration;
import dev.plimsoll.console.ConsoleRoutes;
import dev.plimsoll.console.ConsoleSources;
import dev.plimsoll.console.HoursSource;
import dev.plimsoll.console.LiveConsole;
import dev.plimsoll.console.config.ConsoleServiceConfiguration;
import dev.plimsoll.extender.LiveExtender;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.kube.hours.DeviceRecords;
import dev.plimsoll.kube.hours.HoursFile;
import dev.plimsoll.kube.price.PriceList;
import dev.plimsoll.server.config.BacktestSettings;
import dev.plimsoll.server.config.PrometheusSettings;
import dev.plimsoll.server.http.HttpSettings;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code plimsoll serve}. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a service on a live cluster. The file selects it: the scheduler extender with its"
          + " HTTP API, the admission webhook, or the console alone."
    },
    footer = {"", "docs/configuration.md lists every key of the file with its unit and default."})
final class ServeCommand implements Callable<Integer> {
  private static final System.Logger LOG = System.getLogger(ServeCommand.class.getName());

  @Spec private CommandSpec spec;

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "The configuration file (YAML).")
  private Path file;

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description =
          "The format of the log on stderr: text, or json with one line per record and"
              + " decision (default: text).")
  private LogFormat logFormat;

  /** Only picocli makes one. */
  ServeCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    Logs.quieten();
    Logs.queue();
    if (logFormat == LogFormat.JSON) {
      Logs.useJson();
    }
    Optional<AdmissionServiceConfiguration> admission = AdmissionServiceConfiguration.read(file);
    Optional<ConsoleServiceConfiguration> console =
        admission.isPresent() ? Optional.empty() : ConsoleServiceConfiguration.read(file);
    if (admission.isPresent()) {
      serve(admission.get());
    } else if (console.isPresent()) {
      serve(console.get());
    } else {
      serve(ServiceConfiguration.read(file));
    }
    new CountDownLatch(1).await();
    return ExitCode.OK;
  }

  private void serve(AdmissionServiceConfiguration configuration) throws InterruptedException {
    LiveAdmission started = LiveAdmission.start(configuration, VersionProvider.nameAndVersion());
    Runtime.getRuntime().addShutdownHook(new Thread(started::close, "shutdown"));
    say("admission", configuration.http(), started.port());
  }

  private void serve(ConsoleServiceConfiguration configuration) throws InterruptedException {
    LiveConsole started =
        LiveConsole.start(
            configuration,
            VersionProvider.nameAndVersion(),
            ConsoleRoutes.with(
                sources(configuration.prometheus(), configuration.backtest())
                    .withPrices(prices(configuration.prices()))));
    Runtime.getRuntime().addShutdownHook(new Thread(started::close, "shutdown"));
    say("console", configuration.http(), started.port());
  }

  private void serve(ServiceConfiguration configuration) throws InterruptedException {
    Optional<PrometheusSettings> prometheus = configuration.console().prometheus();
    ConsoleSources sources = sources(prometheus, configuration.console().backtest());
    LiveExtender service =
        LiveExtender.start(
            configuration,
            VersionProvider.nameAndVersion(),
            ConsoleRoutes.with(
                configuration
                    .deviceHours()
                    .filter(f -> prometheus.isEmpty())
                    .map(f -> sources.withHours(new HoursSource(() -> written(f), List.of())))
                    .orElse(sources)
                    .withPrices(prices(configuration.console().prices()))));
    Runtime.getRuntime().addShutdownHook(new Thread(service::close, "shutdown"));
    say("scheduler", configuration.scheduler(), service.port());
    service.consolePort().ifPresent(port -> say("console", configuration.console().http(), port));
  }

  private static ConsoleSources sources(
      Optional<PrometheusSettings> prometheus, Optional<BacktestSettings> backtest) {
    return new ConsoleSources(
            new ComputedAdvice(),
            new RequestedChanges(),
            prometheus,
            backtest.map(RecordedDemand::read))
        .withTools(new CommandAnswers());
  }

  private static PriceList prices(Optional<Path> file) {
    return file.map(PriceList::read).orElse(PriceList.NONE);
  }

  /** Returns the hours that this service has written. */
  private static DeviceRecords written(Path file) {
    return HoursFile.read(Files.exists(file) ? List.of(file) : List.of());
  }

  private void say(String role, HttpSettings http, int port) {
    String address = http.address() + ":" + port;
    if (logFormat == LogFormat.JSON) {
      LOG.log(System.Logger.Level.INFO, "listening on {0} ({1})", address, role);
    } else {
      PrintWriter err = spec.commandLine().getErr();
      err.println("Listening on " + address + " (" + role + ").");
      err.flush();
    }
  }
}
