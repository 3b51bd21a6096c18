package dev.plimsoll.cli;

import dev.plimsoll.advisor.controller.AdviceRun;
import dev.plimsoll.advisor.controller.AdvisorConfiguration;
import dev.plimsoll.advisor.controller.AdvisorController;
import dev.plimsoll.advisor.controller.ControllerClock;
import dev.plimsoll.advisor.controller.LiveAdvisor;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.server.http.HttpSettings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Advice as a service: the controller. */
final class WatchOptions {
  private static final String PRINTS = "it prints no advice";
  private static final String ONCE = "it decides more than once";
  private static final String SERVES = "it serves its metrics itself, under /metrics";

  /** Options that exclude it, with the reason. */
  private static final Map<String, String> OTHERS =
      Map.ofEntries(
          Map.entry("--snapshot", "it follows a live cluster"),
          Map.entry("--namespace", "it covers the whole cluster"),
          Map.entry("--output", PRINTS),
          Map.entry("--no-headers", PRINTS),
          Map.entry("--exit-code", PRINTS),
          Map.entry("--write", PRINTS),
          Map.entry("--undo", ONCE),
          Map.entry("--at", "it decides as time goes by"),
          Map.entry("--metrics-file", SERVES),
          Map.entry("--pushgateway", SERVES),
          Map.entry("--accept-lost-capacity", "that is accepted once, by a run without --watch"));

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--watch",
      description = {
        "Keep running: decide after each change of the cluster, and at least once per"
            + " interval of the policy. Several replicas elect a leader. Serves /healthz, /readyz"
            + " and /metrics."
      })
  private boolean watch;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "With --watch: the file with listeners, election and delays (YAML).")
  private @Nullable Path file;

  @Option(
      names = "--replay-clock",
      hidden = true,
      arity = "3",
      paramLabel = "START REAL SPEED",
      description = "For replays: the clock shows START until REAL, then runs SPEED times as fast.")
  private List<String> replayClock = List.of();

  /** Only picocli makes one. */
  WatchOptions() {}

  /** Rejects what doesn't go together; returns whether to keep running. */
  boolean check() {
    if (!watch && file != null) {
      throw new ParameterException(spec.commandLine(), "--config needs --watch");
    }
    for (String other : OTHERS.keySet().stream().sorted().toList()) {
      if (watch && spec.commandLine().getParseResult().hasMatchedOption(other)) {
        throw new ParameterException(
            spec.commandLine(),
            "--watch cannot be combined with " + other + ": " + OTHERS.get(other));
      }
    }
    return watch;
  }

  /**
   * Runs until the process is ended.
   *
   * @param runs makes the run for the cluster that the configuration may name
   */
  int run(
      ClusterAccess access,
      AdvisorController.Inputs inputs,
      Function<ClusterAccess, AdviceRun> runs)
      throws InterruptedException {
    Logs.quieten();
    Logs.queue();
    AdvisorConfiguration configuration =
        file == null ? AdvisorConfiguration.DEFAULT : AdvisorConfiguration.read(file);
    ClusterAccess chosen =
        access.equals(ClusterAccess.DEFAULT) ? configuration.server().access() : access;
    LiveAdvisor started =
        LiveAdvisor.start(
            configuration,
            chosen,
            inputs,
            runs.apply(chosen),
            clock(),
            VersionProvider.nameAndVersion());
    Runtime.getRuntime().addShutdownHook(new Thread(started::close, "shutdown"));
    HttpSettings http = configuration.http();
    spec.commandLine()
        .getErr()
        .println("Listening on " + http.address() + ":" + started.port() + ".");
    spec.commandLine().getErr().flush();
    new CountDownLatch(1).await();
    return ExitCode.OK;
  }

  private ControllerClock clock() {
    return replayClock.isEmpty()
        ? ControllerClock.SYSTEM
        : ControllerClock.replaying(
            Instant.parse(replayClock.get(0)),
            Instant.parse(replayClock.get(1)),
            Double.parseDouble(replayClock.get(2)));
  }
}
