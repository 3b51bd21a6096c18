package dev.plimsoll.bench.extender;

import dev.plimsoll.extender.ExtenderServer;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.server.Server;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.http.HttpService;
import dev.plimsoll.server.http.HttpSettings;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Measures how long answers take, and prints them as the rows of a table. */
public final class ExtenderBenchmark {
  private static final int NODES = 5_000;
  private static final int PODS = 50_000;
  private static final int MANY = 100_000;
  private static final int CALLERS = 50;
  private static final double MEGA = 1e6;

  private ExtenderBenchmark() {}

  /** Runs all measurements. */
  public static void main(String[] arguments) throws Exception {
    BenchmarkExtender benchmarkExtender = new BenchmarkExtender(NODES, PODS);
    byte[][] calls =
        IntStream.range(0, CALLERS)
            .mapToObj(i -> CallBodies.byName(i, NODES))
            .toArray(byte[][]::new);
    Latency filter =
        inMemory(benchmarkExtender, calls, 5_000, 5_000, benchmarkExtender.extender::filter);
    row("`filter`, 5,000 names: p50, p99", "%.2f, %.2f ms", "p99 1 ms", filter.p50(), filter.p99());
    Latency score =
        inMemory(benchmarkExtender, calls, 5_000, 5_000, benchmarkExtender.extender::prioritize);
    row("`prioritize`, the same", "%.2f, %.2f ms", "p99 2 ms", score.p50(), score.p99());
    overLoopback(benchmarkExtender, calls);
    whole(benchmarkExtender);
    many();
  }

  private static Latency inMemory(
      BenchmarkExtender benchmarkExtender,
      byte[][] calls,
      int warmUp,
      int counted,
      Function<InputStream, Extender.Response> verb)
      throws Exception {
    return Latency.of(
        warmUp,
        counted,
        number -> {
          benchmarkExtender.change(number % PODS);
          InputStream body = new ByteArrayInputStream(calls[number % calls.length]);
          long start = System.nanoTime();
          Extender.Response response = verb.apply(body);
          long took = System.nanoTime() - start;
          return response.json().isEmpty() ? 0 : took;
        });
  }

  private static void overLoopback(BenchmarkExtender benchmarkExtender, byte[][] calls)
      throws Exception {
    HttpSettings settings =
        new HttpSettings("127.0.0.1", 0, 8, 64, 128L << 20, Duration.ofSeconds(30));
    try (Server server =
            new ExtenderServer(
                    benchmarkExtender.extender,
                    ServerDependencies.ofSnapshot("bench"),
                    AccessGuard.open())
                .startScheduler(settings);
        HttpService echo = HttpService.start("echo", settings, Echo.routes());
        HttpCaller asking = new HttpCaller(server.port());
        HttpCaller echoing = new HttpCaller(echo.port())) {
      InterleavedCalls interleavedCalls = new InterleavedCalls(calls);
      interleavedCalls.add(asking, "/scheduler/filter");
      interleavedCalls.add(asking, "/scheduler/prioritize");
      interleavedCalls.add(echoing, "/echo");
      interleavedCalls.add(echoing, "/gson");
      Latency[] all = interleavedCalls.run(2_000, 3_000);
      row(
          "`filter` over loopback against an echo of the names by the same reader: p50",
          "%.2f ms against %.2f: %.2f times",
          "1.3 times",
          all[0].p50(),
          all[2].p50(),
          all[0].p50() / all[2].p50());
      row(
          "the same against an echo by Gson's streams: p50",
          "%.2f ms against %.2f: %.2f times",
          "1.3 times",
          all[0].p50(),
          all[3].p50(),
          all[0].p50() / all[3].p50());
      row("`prioritize` over loopback: p50, p99", "%.2f, %.2f ms", "", all[1].p50(), all[1].p99());
    }
  }

  private static void whole(BenchmarkExtender benchmarkExtender) throws Exception {
    byte[][] calls = {CallBodies.whole(1, NODES)};
    double megabytes = calls[0].length / MEGA;
    Latency filter = inMemory(benchmarkExtender, calls, 10, 30, benchmarkExtender.extender::filter);
    Latency score =
        inMemory(benchmarkExtender, calls, 10, 30, benchmarkExtender.extender::prioritize);
    row(
        String.format(Locale.ROOT, "5,000 whole nodes, %.0f MB: `filter`, p50", megabytes),
        "%.0f ms: %.0f MB/s",
        "100 MB/s",
        filter.p50(),
        megabytes / filter.p50() * 1000);
    row(
        "the same: `prioritize`, p50",
        "%.0f ms: %.0f MB/s",
        "100 MB/s",
        score.p50(),
        megabytes / score.p50() * 1000);
  }

  private static void many() throws Exception {
    BenchmarkExtender benchmarkExtender = new BenchmarkExtender(MANY, MANY);
    byte[][] calls = {CallBodies.byName(1, MANY), CallBodies.byName(2, MANY)};
    Latency filter =
        inMemory(benchmarkExtender, calls, 200, 200, benchmarkExtender.extender::filter);
    row(
        "`filter`, 100,000 names: p50, p99",
        "%.1f, %.1f ms",
        "p50 15 ms",
        filter.p50(),
        filter.p99());
    Latency score =
        inMemory(benchmarkExtender, calls, 100, 100, benchmarkExtender.extender::prioritize);
    row("`prioritize`, the same", "%.1f, %.1f ms", "", score.p50(), score.p99());
  }

  static void row(String what, String format, String goal, Object... values) {
    System.out.printf("| %s | %s | %s |%n", what, String.format(Locale.ROOT, format, values), goal);
  }
}
