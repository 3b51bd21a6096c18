package dev.plimsoll.cli;

import com.deque.html.axecore.args.AxeRunOptions;
import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Debian's Chromium, driven by Playwright. The tests of a process share one Chromium, since its
 * start takes longer than most tests. Windows share nothing.
 */
final class Browser implements AutoCloseable {
  private final com.microsoft.playwright.Browser chromium = Chromium.STARTED;
  private final List<Page> windows = new ArrayList<>();
  private final List<String> complaints = new ArrayList<>();

  /** The Chromium of this process. */
  private static final class Chromium {
    static final com.microsoft.playwright.Browser STARTED = start();

    private static com.microsoft.playwright.Browser start() {
      Playwright playwright =
          Playwright.create(
              new Playwright.CreateOptions()
                  .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
      Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
      return playwright
          .chromium()
          .launch(
              new BrowserType.LaunchOptions()
                  .setExecutablePath(program().orElseThrow())
                  // A processor would otherwise compute what a graphics card does.
                  .setArgs(
                      List.of("--no-sandbox", "--disable-gpu", "--disable-software-rasterizer")));
    }
  }

  /** Returns where the browser is installed; the one without windows of its own is quicker. */
  static Optional<Path> program() {
    String[] folders = System.getenv().getOrDefault("PATH", "").split(File.pathSeparator);
    return Stream.of("chromium-headless-shell", "chromium")
        .flatMap(name -> Arrays.stream(folders).map(f -> Path.of(f).resolve(name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Opens an empty window of somebody who has pasted a token. */
  Page withToken(String token) {
    Page page = window(1300, 900, false);
    page.addInitScript("sessionStorage.setItem('plimsoll.token', '" + token + "')");
    return page;
  }

  /** Opens an address in a window of its own. */
  Page open(String address, int width, int height, boolean dark) {
    Page page = openAsIs(address, width, height, dark);
    settle(page);
    return page;
  }

  /** Opens a page that loads nothing after it is there. */
  Page openAsIs(String address, int width, int height, boolean dark) {
    Page page = window(width, height, dark);
    page.navigate(address);
    return page;
  }

  /** Opens an empty window; the views that are opened in it one by one share its process. */
  Page window(int width, int height, boolean dark) {
    Page page =
        chromium.newPage(
            new com.microsoft.playwright.Browser.NewPageOptions()
                .setViewportSize(width, height)
                .setColorScheme(
                    dark
                        ? com.microsoft.playwright.options.ColorScheme.DARK
                        : com.microsoft.playwright.options.ColorScheme.LIGHT));
    windows.add(page);
    page.onConsoleMessage(
        m -> {
          if (m.type().equals("error") || m.type().equals("warning")) {
            complaints.add(m.text());
          }
        });
    page.onPageError(complaints::add);
    return page;
  }

  /** Waits until the view has been loaded. */
  static void settle(Page page) {
    page.waitForSelector("main[aria-busy=false]");
  }

  /** Keeps a picture of a page, if the system property plimsoll.screenshots names a folder. */
  static void keep(Page page, String name) throws IOException {
    String folder = System.getProperty("plimsoll.screenshots", "");
    if (!folder.isEmpty()) {
      Path file = Files.createDirectories(Path.of(folder)).resolve(name + ".png");
      byte[] unused = page.screenshot(new Page.ScreenshotOptions().setPath(file));
    }
  }

  /** Returns what axe-core finds, as its rule and the elements that break it. */
  static List<String> violations(Page page) {
    return violations(axe(page));
  }

  /** Returns what axe-core finds by its rules of colours that are on by default. */
  static List<String> violationsOfColours(Page page) {
    return violations(axe(page).withRules(List.of("color-contrast", "link-in-text-block")));
  }

  /**
   * Returns axe-core for a page. The page has no frames, so axe needs no second page. Axe describes
   * no elements that keep its rules, since the elements are many.
   */
  private static AxeBuilder axe(Page page) {
    AxeRunOptions options = new AxeRunOptions();
    options.setResultTypes(List.of("violations"));
    return new AxeBuilder(page).options(options).setLegacyMode(true);
  }

  private static List<String> violations(AxeBuilder axe) {
    return axe.analyze().getViolations().stream()
        .map(v -> v.getId() + ": " + v.getNodes().stream().map(n -> n.getHtml()).limit(3).toList())
        .toList();
  }

  /** Returns what the pages' scripts and their rules complained of. */
  List<String> complaints() {
    return List.copyOf(complaints);
  }

  /** Closes the windows that were opened here. */
  @Override
  public void close() {
    windows.forEach(Page::close);
  }
}
