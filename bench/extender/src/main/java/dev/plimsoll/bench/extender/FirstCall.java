package dev.plimsoll.bench.extender;

import dev.plimsoll.extender.ExtenderServer;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.http.HttpSettings;

/** Measures the first call that a service answers after its start. */
public final class FirstCall {
  private static final int NODES = 5_000;

  private FirstCall() {}

  /** Runs the measurement. */
  public static void main(String[] arguments) throws Exception {
    BenchmarkExtender benchmarkExtender = new BenchmarkExtender(NODES, 50_000);
    byte[] body = CallBodies.byName(1, NODES);
    HttpSettings settings = HttpSettings.DEFAULT.onLoopback();
    long starting = System.nanoTime();
    try (Server server =
            new ExtenderServer(
                    benchmarkExtender.extender,
                    ServerDependencies.ofSnapshot("bench"),
                    AccessGuard.open())
                .startScheduler(settings);
        HttpCaller httpCaller = new HttpCaller(server.port())) {
      double started = (System.nanoTime() - starting) / 1e6;
      double filter = millis(httpCaller, "/scheduler/filter", body);
      double prioritize = millis(httpCaller, "/scheduler/prioritize", body);
      ExtenderBenchmark.row(
          "the first `filter` and `prioritize` after the start, which warms up for a while",
          "%.0f and %.0f ms, %.0f ms",
          "100 ms",
          filter,
          prioritize,
          started);
    }
  }

  private static double millis(HttpCaller httpCaller, String path, byte[] body) throws Exception {
    long start = System.nanoTime();
    byte[] answer = httpCaller.post(path, body);
    return (System.nanoTime() - start + answer.length % 2) / 1e6;
  }
}
