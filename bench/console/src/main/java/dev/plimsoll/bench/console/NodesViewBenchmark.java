package dev.plimsoll.bench.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Opens the view of nodes of a console in Chromium, some times, and scrolls through all of it. Long
 * tasks are what the browser itself reports: what kept its thread for more than 50 ms.
 */
public final class NodesViewBenchmark {
  private static final int ROUNDS = 5;
  private static final int STEPS = 200;

  private static final String OBSERVE =
      """
      window.longTasks = [];
      new PerformanceObserver((list) => longTasks.push(...list.getEntries()))
        .observe({type: 'longtask', buffered: true});
      """;

  private static final String SCROLL =
      """
      async (steps) => {
        const start = performance.now();
        const grid = document.querySelector('.grid');
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        for (let i = 0; i <= steps; i++) {
          grid.scrollTop = (grid.scrollHeight * i) / steps;
          await frame();
        }
        await frame();
        await new Promise((done) => setTimeout(done, 200));
        return Math.max(0, ...longTasks.filter((t) => t.startTime >= start).map((t) => t.duration));
      }
      """;

  private NodesViewBenchmark() {}

  /** Writes a dump ({@code dump FILE NODES}), or measures ({@code measure ADDRESS CHROMIUM}). */
  public static void main(String[] args) throws IOException {
    if (args.length == 3 && args[0].equals("dump")) {
      GpuNodes.write(Path.of(args[1]), Integer.parseInt(args[2]));
    } else if (args.length == 3 && args[0].equals("measure")) {
      measure(args[1], Path.of(args[2]));
    } else {
      throw new IllegalArgumentException("usage: dump FILE NODES, or measure ADDRESS CHROMIUM");
    }
  }

  private static void measure(String address, Path chromium) {
    try (Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions()
                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")))) {
      Browser browser =
          playwright
              .chromium()
              .launch(
                  new BrowserType.LaunchOptions()
                      .setExecutablePath(chromium)
                      .setArgs(List.of("--no-sandbox")));
      say("first page: interactive after, ms", milliseconds(browser, address + "/", "nav a"));
      say("first page: shown after, ms", milliseconds(browser, address + "/", "main section.card"));
      say("first page: transferred, KiB", new double[] {transferred(browser, address) / 1024.0});
      say("nodes: drawn after, ms", milliseconds(browser, address + "/nodes", ".tile"));
      say("nodes: longest task while scrolling, ms", scrolling(browser, address + "/nodes"));
    }
  }

  private static double[] milliseconds(Browser browser, String address, String selector) {
    return IntStream.range(0, ROUNDS)
        .mapToDouble(
            i -> {
              try (Page page = browser.newPage()) {
                long start = System.nanoTime();
                page.navigate(address);
                page.waitForSelector(selector);
                return (System.nanoTime() - start) / 1e6;
              }
            })
        .toArray();
  }

  private static long transferred(Browser browser, String address) {
    AtomicLong bytes = new AtomicLong();
    try (Page page = browser.newPage()) {
      page.onRequestFinished(
          r -> bytes.addAndGet(r.sizes().responseBodySize + r.sizes().responseHeadersSize));
      page.navigate(address + "/");
      page.waitForSelector("main section.card");
    }
    return bytes.get();
  }

  private static double[] scrolling(Browser browser, String address) {
    return IntStream.range(0, ROUNDS)
        .mapToDouble(
            i -> {
              try (Page page = browser.newPage()) {
                page.addInitScript(OBSERVE);
                page.navigate(address);
                page.waitForSelector(".tile");
                return ((Number) page.evaluate(SCROLL, STEPS)).doubleValue();
              }
            })
        .toArray();
  }

  private static void say(String what, double[] values) {
    double[] sorted = Arrays.stream(values).sorted().toArray();
    System.out.printf(
        Locale.ROOT,
        "%-42s median %6.0f, largest %6.0f%n",
        what,
        sorted[sorted.length / 2],
        sorted[sorted.length - 1]);
  }
}
