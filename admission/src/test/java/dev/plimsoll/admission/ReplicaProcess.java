package dev.plimsoll.admission;

import dev.plimsoll.admission.review.ReviewSettings;
import dev.plimsoll.kube.live.ClusterAccess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A replica in a process of its own, which can be killed. */
final class ReplicaProcess implements AutoCloseable {
  private static final String PORT = "port ";

  private final Process process;
  private final int port;

  private ReplicaProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  static ReplicaProcess start(Path kubeconfig) throws IOException {
    return start(ReplicaProcess.class, kubeconfig.toString());
  }

  /** Starts one whose main method prints the word {@code port} and the port. */
  static ReplicaProcess start(Class<?> main, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String line =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
            .lines()
            .filter(l -> l.startsWith(PORT))
            .findFirst()
            .orElseThrow(() -> new IOException("the replica has ended"));
    return new ReplicaProcess(process, Integer.parseInt(line.substring(PORT.length())));
  }

  int port() {
    return port;
  }

  /** Has it hang: its connections stay open, and nobody answers. */
  void hang() throws IOException, InterruptedException {
    signal("-STOP");
  }

  /** Has it continue, as if nothing had happened. */
  void goOn() throws IOException, InterruptedException {
    signal("-CONT");
  }

  private void signal(String signal) throws IOException, InterruptedException {
    int unused = new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
  }

  /** Kills it, whatever it is doing; returns once it is gone. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  /** Runs one until it is killed, or whoever started it is gone. */
  public static void main(String[] args) throws Exception {
    LiveAdmission started =
        LiveAdmission.start(
            AdmissionCluster.configuration(
                ReviewSettings.DEFAULT,
                true,
                new ClusterAccess(Optional.of(Path.of(args[0])), Optional.empty())),
            AdmissionCluster.controllerSettings(Clock.systemUTC()),
            "test");
    run(started);
  }

  /** One of an {@link AdmissionEndToEndCluster}. */
  static final class OfCluster {
    private OfCluster() {}

    public static void main(String[] args) throws Exception {
      run(
          AdmissionEndToEndCluster.start(
              Path.of(args[0]),
              new WebhookCertificate(Path.of(args[1]), Path.of(args[2])),
              AdmissionEndToEndCluster.settings(Duration.parse(args[3]), Clock.systemUTC())));
    }
  }

  /** Says the port, and goes on until whoever started it is gone. */
  static void run(LiveAdmission started) throws IOException {
    System.out.println(PORT + started.port());
    long unused = System.in.transferTo(OutputStream.nullOutputStream());
    System.exit(0);
  }
}
