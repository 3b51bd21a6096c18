package dev.plimsoll.cli;

import dev.plimsoll.extender.LiveExtender;
import dev.plimsoll.extender.config.ServiceConfiguration;
import dev.plimsoll.server.http.HttpSettings;
import java.io.PrintWriter;
import java.nio.file.Path;
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
      "Runs the scheduler extender and, at an address of its own, its HTTP API on a live cluster."
    },
    footer = {"", "docs/configuration.md lists every key of the file with its unit and default."})
final class ServeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "The configuration file (YAML).")
  private Path file;

  /** Only picocli makes one. */
  ServeCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    Logs.quieten();
    ServiceConfiguration configuration = ServiceConfiguration.read(file);
    LiveExtender service = LiveExtender.start(configuration, VersionProvider.nameAndVersion());
    Runtime.getRuntime().addShutdownHook(new Thread(service::close, "shutdown"));
    say("scheduler", configuration.scheduler(), service.port());
    service.consolePort().ifPresent(port -> say("console", configuration.console().http(), port));
    new CountDownLatch(1).await();
    return ExitCode.OK;
  }

  private void say(String role, HttpSettings http, int port) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("Listening on " + http.address() + ":" + port + " (" + role + ").");
    err.flush();
  }
}
