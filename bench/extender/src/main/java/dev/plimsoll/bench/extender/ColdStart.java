package dev.plimsoll.bench.extender;

import dev.plimsoll.testkit.plane.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * How fast {@code plimsoll serve} is right after its start: the first pods that kube-scheduler asks
 * it about, {@code filter} and {@code prioritize} one after the other over one connection, against
 * an echo that has been warm for long. Each has a process of its own; the echo is asked before the
 * service is started and once more after it, so that neither slows the other. Arguments: the
 * command of the service, without the name of its configuration.
 */
public final class ColdStart {
  private static final int NODES = 5_000;
  private static final int PODS = 2_000;
  private static final int FIRST = 100;
  private static final int WARM_UP = 5_000;
  private static final long STARTS_WITHIN = 120_000_000_000L;
  private static final long POLL_INTERVAL = 5_000_000;
  private static final double GOAL = 0.95;

  private final Path folder;
  private final byte[][] bodies = new byte[PODS][];

  private ColdStart(Path folder) {
    this.folder = folder;
    for (int i = 0; i < PODS; i++) {
      bodies[i] = CallBodies.byName(i, NODES);
    }
  }

  /** Runs the measurement. */
  public static void main(String[] arguments) throws Exception {
    new ColdStart(Files.createTempDirectory("plimsoll-cold-start")).run(List.of(arguments));
  }

  private void run(List<String> command) throws Exception {
    int echoPort = Program.freePort();
    List<String> echoFlags =
        List.of(
            "-XX:+UseParallelGC",
            "-cp",
            System.getProperty("java.class.path"),
            EchoProcess.class.getName(),
            Integer.toString(echoPort));
    try (BenchmarkApiServer api = new BenchmarkApiServer(NODES, PODS);
        Program echo = Program.start(folder, java(), echoFlags)) {
      awaitReady(echo, echoPort, "/");
      asked(echoPort, "/gson", "/gson/scores", WARM_UP, i -> {});
      long[] before = asked(echoPort, "/gson", "/gson/scores", PODS, i -> {});
      int port = Program.freePort();
      List<String> flags = new ArrayList<>(command.subList(1, command.size()));
      flags.add("--config=" + configuration(api, port));
      long start = System.nanoTime();
      long[] service;
      double ready;
      try (Program serve = Program.start(folder, Path.of(command.get(0)), flags)) {
        awaitReady(serve, port, "/readyz");
        ready = (System.nanoTime() - start) / 1e9;
        service = asked(port, "/scheduler/filter", "/scheduler/prioritize", PODS, api::bind);
      }
      long[] after = asked(echoPort, "/gson", "/gson/scores", PODS, i -> {});
      report(ready, before, service, after);
    }
  }

  private static Path java() {
    return Path.of(ProcessHandle.current().info().command().orElse("java"));
  }

  private Path configuration(BenchmarkApiServer api, int port) throws IOException {
    return Files.writeString(
        folder.resolve("serve.yaml"),
        """
        apiVersion: config.plimsoll.dev/v1alpha1
        kind: ServiceConfiguration
        scheduler: {listen: {port: %d}}
        console: {listen: {port: 0}}
        cluster: {kubeconfig: "%s"}
        """
            .formatted(port, api.kubeconfig(folder)));
  }

  /** Waits until something listens there, and says so. */
  private static void awaitReady(Program program, int port, String path) {
    long until = System.nanoTime() + STARTS_WITHIN;
    while (!isReady(port, path)) {
      program.requireRunning();
      if (System.nanoTime() > until) {
        throw new IllegalStateException("port " + port + " is not ready");
      }
      LockSupport.parkNanos(POLL_INTERVAL);
    }
  }

  private static boolean isReady(int port, String path) {
    try (HttpCaller caller = new HttpCaller(port)) {
      int status = caller.status(path, "");
      return status == 200 || path.equals("/");
    } catch (IOException e) {
      return false;
    }
  }

  private interface AfterEach {
    void asked(int pod);
  }

  /** Returns how long both calls about each pod took together, in nanoseconds. */
  private long[] asked(int port, String filter, String prioritize, int pods, AfterEach afterEach)
      throws IOException {
    long[] took = new long[pods];
    try (HttpCaller caller = new HttpCaller(port)) {
      for (int i = 0; i < pods; i++) {
        byte[] body = bodies[i % PODS];
        long start = System.nanoTime();
        byte[] filtered = caller.post(filter, body);
        byte[] scores = caller.post(prioritize, body);
        took[i] = System.nanoTime() - start;
        if (filtered.length < NODES || scores.length < NODES) {
          throw new IllegalStateException("not all nodes passed");
        }
        afterEach.asked(i);
      }
    }
    return took;
  }

  private static void report(double ready, long[] before, long[] service, long[] after) {
    double echo = (mean(before, 0, PODS) + mean(after, 0, PODS)) / 2;
    System.out.println("| what | measured | goal |");
    System.out.println("|---|---|---|");
    ExtenderBenchmark.row(
        "from the start of the process until it is ready, 5,000 nodes", "%.1f s", "", ready);
    row(0, FIRST, service, echo, "");
    row(FIRST, PODS, service, echo, "");
    row(0, PODS, service, echo, String.format(Locale.ROOT, "%.2f times", GOAL));
    long[] sorted = service.clone();
    Arrays.sort(sorted);
    ExtenderBenchmark.row(
        "`filter` and `prioritize` of one of them: p50, p99, worst",
        "%.2f, %.2f, %.0f ms",
        "",
        sorted[PODS / 2] / 1e6,
        sorted[PODS * 99 / 100] / 1e6,
        sorted[PODS - 1] / 1e6);
  }

  private static void row(int from, int to, long[] service, double echo, String goal) {
    double mean = mean(service, from, to);
    ExtenderBenchmark.row(
        String.format(
            Locale.ROOT, "pods a second, from number %d to %d, against a warm echo", from + 1, to),
        "%.0f against %.0f: %.2f times",
        goal,
        1e9 / mean,
        1e9 / echo,
        echo / mean);
  }

  private static double mean(long[] nanos, int from, int to) {
    return Arrays.stream(nanos, from, to).average().orElseThrow();
  }
}
