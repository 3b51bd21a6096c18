package dev.plimsoll.bench.admission;

import dev.plimsoll.admission.LiveAdmission;
import dev.plimsoll.admission.config.AdmissionServiceConfiguration;
import dev.plimsoll.admission.controller.ControllerSettings;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.server.config.ServerConfiguration;
import dev.plimsoll.server.election.LeaderElectionSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A replica of the webhook in a process of its own, with the collector that the container has. */
final class Replica implements AutoCloseable {
  private static final String PORT = "port ";

  private final Process process;
  private final int port;

  private Replica(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  static Replica start(Path kubeconfig) throws IOException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx512m",
                    "-XX:+UseParallelGC",
                    "-Djava.util.logging.config.file=/dev/null",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Replica.class.getName(),
                    kubeconfig.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = said.readLine();
    if (line == null || !line.startsWith(PORT)) {
      throw new IOException("the replica has ended");
    }
    return new Replica(process, Integer.parseInt(line.substring(PORT.length())));
  }

  int port() {
    return port;
  }

  /** Returns for how long it has had a CPU. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  @Override
  public void close() {
    process.destroy();
  }

  /** Runs one until its input ends. */
  public static void main(String[] args) throws Exception {
    AdmissionServiceConfiguration absent = AdmissionServiceConfiguration.DEFAULT;
    ServerConfiguration configuration =
        new ServerConfiguration(
            absent.server().management(),
            absent.server().metrics(),
            new ClusterAccess(Optional.of(Path.of(args[0])), Optional.empty()),
            absent.server().staleAfter(),
            new LeaderElectionSettings(true, "default", "bench", Duration.ofSeconds(15)));
    ControllerSettings settings = ControllerSettings.DEFAULT;
    LiveAdmission started =
        LiveAdmission.start(
            new AdmissionServiceConfiguration(
                configuration, absent.http().onLoopback(), absent.reviews()),
            new ControllerSettings(
                settings.pause(),
                settings.resyncPeriod(),
                Duration.ZERO,
                settings.clock(),
                settings.ticker()),
            "benchmark");
    System.out.println(PORT + started.port());
    long unused = System.in.transferTo(System.err);
    System.exit(0);
  }
}
