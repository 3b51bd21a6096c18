package dev.plimsoll.bench.extender;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.extender.ExtenderServer;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.access.SubjectAccessReviewAuthorizer;
import dev.plimsoll.server.access.TokenReviewAuthenticator;
import dev.plimsoll.server.http.HttpSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * How much {@code filter} is slowed while the console is asked as fast as it answers. Quiet and
 * loaded rounds take turns in one process, so that what else the machine does slows both alike; the
 * callers of the load are in the same process, and take their part of its processors at the lowest
 * priority.
 */
public final class IsolationBenchmark {
  private static final int NODES = 1_000;
  private static final int PODS = 10_000;
  private static final int WARM_UP = 3_000;
  private static final int CALLS = 1_000;
  private static final int DEFAULT_ROUNDS = 20;
  private static final int CALLERS_OF_EACH = 3;
  private static final long REVIEW = 5_000_000;
  private static final double GOAL = 1.10;

  private IsolationBenchmark() {}

  /** Runs the measurement: so many rounds of each, 20 unless told otherwise. */
  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length == 0 ? DEFAULT_ROUNDS : Integer.parseInt(arguments[0]);
    BenchmarkExtender benchmark = new BenchmarkExtender(NODES, PODS);
    ServerDependencies dependencies = ServerDependencies.ofSnapshot("bench");
    ExtenderServer roles = new ExtenderServer(benchmark.extender, dependencies, guard());
    HttpSettings loopback =
        new HttpSettings("127.0.0.1", 0, 16, 64, 16L << 20, Duration.ofSeconds(30));
    Optional<HttpSettings> management =
        Optional.of(new HttpSettings("127.0.0.1", 0, 2, 16, 0, Duration.ofSeconds(10)));
    try (Server scheduler = roles.startScheduler(loopback);
        Server console = roles.startConsole(loopback);
        Server probes = Server.startManagement(management, dependencies).orElseThrow();
        ConsoleLoad load = new ConsoleLoad(console.port(), CALLERS_OF_EACH);
        HttpCaller kubeScheduler = new HttpCaller(scheduler.port())) {
      run(rounds, benchmark, kubeScheduler, load, List.of(scheduler, console, probes));
    }
  }

  /** Asks an API server that knows no token, and takes its time. */
  private static AccessGuard guard() {
    JsonObject unknown =
        JsonParser.parseString("{\"status\": {\"authenticated\": false}}").getAsJsonObject();
    return AccessGuard.ofTokens(
        true,
        new TokenReviewAuthenticator(
            review -> {
              LockSupport.parkNanos(REVIEW);
              return unknown;
            },
            Ticker.SYSTEM),
        new SubjectAccessReviewAuthorizer(review -> unknown, Ticker.SYSTEM));
  }

  private static void run(
      int rounds,
      BenchmarkExtender benchmark,
      HttpCaller kubeScheduler,
      ConsoleLoad load,
      List<Server> servers)
      throws Exception {
    byte[][] bodies = new byte[100][];
    for (int i = 0; i < bodies.length; i++) {
      bodies[i] = CallBodies.byName(i, NODES);
    }
    List<long[]> quiet = new ArrayList<>();
    List<long[]> loaded = new ArrayList<>();
    double health = 0;
    long loadedNanos = 0;
    for (int round = -1; round < rounds; round++) {
      int calls = round < 0 ? WARM_UP : CALLS;
      long[] calm = calls(calls, bodies, benchmark, kubeScheduler);
      load.on();
      long start = System.nanoTime();
      long[] busy = calls(calls, bodies, benchmark, kubeScheduler);
      health = Math.max(health, health(servers));
      loadedNanos += System.nanoTime() - start;
      load.off();
      if (round >= 0) {
        quiet.add(calm);
        loaded.add(busy);
      }
    }
    report(Quantiles.of(quiet), Quantiles.of(loaded), load, loadedNanos / 1e9, health);
  }

  private static long[] calls(
      int calls, byte[][] bodies, BenchmarkExtender benchmark, HttpCaller kubeScheduler)
      throws Exception {
    long[] took = new long[calls];
    for (int i = 0; i < calls; i++) {
      benchmark.change(i % PODS);
      long start = System.nanoTime();
      byte[] answer = kubeScheduler.post("/scheduler/filter", bodies[i % bodies.length]);
      took[i] = System.nanoTime() - start + (answer.length == 0 ? 1 : 0);
    }
    return took;
  }

  /** Returns how long the slowest of the listeners took to tell its health, in milliseconds. */
  private static double health(List<Server> servers) throws Exception {
    double slowest = 0;
    for (Server server : servers) {
      long start = System.nanoTime();
      try (HttpCaller caller = new HttpCaller(server.port())) {
        byte[] unused = caller.get("/healthz", "");
      }
      slowest = Math.max(slowest, (System.nanoTime() - start) / 1e6);
    }
    return slowest;
  }

  private record Quantiles(double p50, double p99) {
    static Quantiles of(List<long[]> rounds) {
      long[] all = rounds.stream().flatMapToLong(Arrays::stream).sorted().toArray();
      return new Quantiles(all[all.length / 2] / 1e6, all[all.length * 99 / 100] / 1e6);
    }
  }

  private static void report(
      Quantiles quiet, Quantiles loaded, ConsoleLoad load, double seconds, double health) {
    System.out.println("| what | measured | goal |");
    System.out.println("|---|---|---|");
    ExtenderBenchmark.row(
        "`filter` of 1,000 nodes while the console is asked as fast as it answers: p99",
        "%.2f ms against %.2f: %.2f times",
        String.format("%.2f times", GOAL),
        loaded.p99(),
        quiet.p99(),
        loaded.p99() / quiet.p99());
    ExtenderBenchmark.row(
        "the same: p50",
        "%.2f ms against %.2f: %.2f times",
        "",
        loaded.p50(),
        quiet.p50(),
        loaded.p50() / quiet.p50());
    ExtenderBenchmark.row(
        "the load: answers of `/api/v1/gaps`, `/api/v1/quota` and `/metrics`, unknown tokens",
        "%.0f, %.0f, %.0f and %.0f a second",
        "as many as there are, 100",
        load.answered().get(0) / seconds,
        load.answered().get(1) / seconds,
        load.answered().get(2) / seconds,
        load.tokens() / seconds);
    ExtenderBenchmark.row(
        "the slowest `/healthz` of any listener meanwhile", "%.1f ms", "1000 ms", health);
  }
}
