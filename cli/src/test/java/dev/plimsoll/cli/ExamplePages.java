package dev.plimsoll.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.plimsoll.server.Server;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import picocli.CommandLine;

/**
 * The page of {@code plimsoll demo} on the example, and the answers of its API. The tests of a
 * process share it, and no test changes its state. Without Chromium the tests are skipped.
 */
final class ExamplePages implements BeforeAllCallback, AfterAllCallback {
  private static final String ROWS =
      """
      (label) => [...document.querySelectorAll('.scroll')].filter((t) => t.ariaLabel === label)
        .flatMap((t) => [...t.querySelectorAll('tbody tr')])
        .map((r) => [...r.cells].map((c) => c.innerText.trim()))
      """;

  static final Path DEMAND = CliRun.ROOT.resolve("examples/traces/helios-earth-demand.csv.gz");

  private final Supplier<Server> demo;
  private Optional<Browser> browser = Optional.empty();

  /** The demo of this process. */
  private static final class Demo {
    static final Server STARTED = start();
  }

  /** The demo of this process that back-tests recorded demand, which takes long. */
  private static final class DemoWithDemand {
    static final Server STARTED = start("--demand", DEMAND.toString());
  }

  private ExamplePages(Supplier<Server> demo) {
    this.demo = demo;
  }

  ExamplePages() {
    this(() -> Demo.STARTED);
  }

  /** Returns the pages of a demo that back-tests recorded demand. */
  static ExamplePages withDemand() {
    return new ExamplePages(() -> DemoWithDemand.STARTED);
  }

  private static Server start(String... options) {
    List<String> words = new ArrayList<>(List.of(options));
    words.addAll(
        List.of(
            "--port",
            "0",
            "--snapshot",
            CliRun.EXAMPLE.toString(),
            "--policy",
            CliRun.ROOT.resolve("examples/policy.yaml").toString(),
            "--hours-file",
            CliRun.ROOT.resolve("examples/month/hours.jsonl.gz").toString()));
    DemoCommand command = new DemoCommand();
    new CommandLine(command).parseArgs(words.toArray(String[]::new));
    Server server = command.start();
    Runtime.getRuntime().addShutdownHook(new Thread(server::close));
    return server;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    assumeTrue(
        Browser.program().isPresent(), "chromium not found on the PATH: apt-get install chromium");
    browser = Optional.of(new Browser());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    browser.ifPresent(Browser::close);
  }

  private Browser browser() {
    return browser.orElseThrow();
  }

  String address() {
    return "http://127.0.0.1:" + demo.get().port();
  }

  /** Opens a view, with everything in it that can be unfolded. */
  Page open(String view) {
    Page page = browser().open(address() + view, 1300, 900, false);
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })");
    return page;
  }

  /** Opens a view whose requests to a path are answered by somebody else. */
  Page openRouted(String view, String path, Consumer<Route> answer) {
    Page page = browser().withToken("");
    page.route("**" + path, answer);
    page.navigate(address() + view);
    Browser.settle(page);
    return page;
  }

  /** Opens a view that is told something else at a path of the API. */
  Page openTold(String view, String path, UnaryOperator<JsonObject> change) {
    Page page =
        openRouted(
            view,
            "/api/v1/" + path + "*",
            route ->
                route.fulfill(
                    new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody(
                            change
                                .apply(
                                    JsonParser.parseString(route.fetch().text()).getAsJsonObject())
                                .toString())));
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })");
    return page;
  }

  /** Returns what the API says at a path. */
  JsonObject api(Page page, String path) {
    return JsonParser.parseString(page.request().get(address() + "/api/v1/" + path).text())
        .getAsJsonObject();
  }

  /** Returns the cells of the rows of the tables that have a label. */
  @SuppressWarnings("unchecked")
  static List<List<String>> rows(Page page, String label) {
    return (List<List<String>>) page.evaluate(ROWS, label);
  }

  /** Returns the objects of a list. */
  static Stream<JsonObject> each(JsonObject json, String field) {
    return StreamSupport.stream(json.getAsJsonArray(field).spliterator(), false)
        .map(JsonElement::getAsJsonObject);
  }

  /** Returns a field's text; another where it isn't there. */
  static String text(JsonObject json, String field, String otherwise) {
    return json.has(field) ? json.get(field).getAsString() : otherwise;
  }

  static String text(JsonObject json, String field) {
    return json.get(field).getAsString();
  }
}
