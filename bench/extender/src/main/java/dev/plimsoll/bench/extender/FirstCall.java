package dev.plimsoll.bench.extender;

import dev.plimsoll.extender.ExtenderServer;
import dev.plimsoll.extender.http.HttpSettings;
import java.util.Optional;

/** Measures the first call that a service answers after its start. */
public final class FirstCall {
  private static final int NODES = 5_000;

  private FirstCall() {}

  /** Runs the measurement. */
  public static void main(String[] arguments) throws Exception {
    Service service = new Service(NODES, 50_000);
    byte[] body = Calls.byName(1, NODES);
    HttpSettings settings = HttpSettings.DEFAULT.onLoopback();
    long starting = System.nanoTime();
    try (ExtenderServer server =
            ExtenderServer.start(service.extender, settings, Optional::empty, "bench");
        Caller caller = new Caller(server.port())) {
      double started = (System.nanoTime() - starting) / 1e6;
      double filter = millis(caller, "/scheduler/filter", body);
      double prioritize = millis(caller, "/scheduler/prioritize", body);
      ExtenderBenchmark.row(
          "the first `filter` and `prioritize` after the start, which warms up for a while",
          "%.0f and %.0f ms, %.0f ms",
          "100 ms",
          filter,
          prioritize,
          started);
    }
  }

  private static double millis(Caller caller, String path, byte[] body) throws Exception {
    long start = System.nanoTime();
    byte[] answer = caller.post(path, body);
    return (System.nanoTime() - start + answer.length % 2) / 1e6;
  }
}
