package dev.plimsoll.bench.replay;

import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** The command as it is deployed, in a process of its own. */
final class AdvisorProcess implements AutoCloseable {
  private static final int STARTS_WITHIN_MILLIS = 60_000;

  private final Process process;
  private final int port;

  private AdvisorProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts it; its clock stands at a time until a real one.
   *
   * @param folder takes its configuration and its log
   */
  static AdvisorProcess start(
      Path folder, Path kubeconfig, Instant clock, Instant realClock, double speed)
      throws IOException {
    int port = freePort();
    Path configuration =
        Files.writeString(
            folder.resolve("advisor.yaml"),
            """
            listen: {address: 127.0.0.1, port: %d}
            leaderElection: {leaderElect: false}
            """
                .formatted(port));
    File log = folder.resolve("advisor.log").toFile();
    Process process =
        new ProcessBuilder(
                List.of(
                    ProcessHandle.current().info().command().orElse("java"),
                    "-XX:TieredStopAtLevel=1",
                    "-jar",
                    System.getProperty("plimsoll.jar"),
                    "advise",
                    "--watch",
                    "--post",
                    "--config=" + configuration,
                    "--kubeconfig=" + kubeconfig,
                    "--report-namespace=plimsoll",
                    "--replay-clock",
                    clock.toString(),
                    realClock.toString(),
                    Double.toString(speed)))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
            .start();
    return new AdvisorProcess(process, port);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Waits until it knows the cluster. */
  void awaitReady() throws IOException, InterruptedException {
    long until = System.currentTimeMillis() + STARTS_WITHIN_MILLIS;
    while (!isReady()) {
      if (!process.isAlive() || System.currentTimeMillis() > until) {
        throw new IOException("the advisor did not start; see advisor.log");
      }
      Thread.sleep(50);
    }
  }

  private boolean isReady() {
    try {
      URI uri = URI.create("http://127.0.0.1:" + port + "/readyz");
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
      return connection.getResponseCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /** Kills it as a node that fails does: without a word. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
