package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.plimsoll.server.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The page where 60 tenants share 5,000 nodes, and names are long. */
class ManyTenantsPageTest {
  private static final int NODES = 5_000;
  private static final int NARROW = 380;
  private static final int TENANTS = 60;
  private static final String LONG =
      "a-team-with-a-name-of-sixty-three-characters-as-kubernetes-allows";

  private static final List<String> VIEWS =
      List.of(
          "/",
          "/nodes",
          "/tenants",
          "/gaps",
          "/explain",
          "/explain?kind=Deployment&namespace=vision&name=notebook",
          "/explain?kind=Pod&namespace=nlp&name=llm-8gpu",
          "/advice",
          "/decisions");

  private static final JsonArray MANY_NODES = nodes();
  private static Server server;
  private static Browser browser;

  @BeforeAll
  static void start() {
    assumeTrue(
        Browser.program().isPresent(), "chromium not found on the PATH: apt-get install chromium");
    DemoCommand demo = new DemoCommand();
    new CommandLine(demo)
        .parseArgs(
            "--port",
            "0",
            "--snapshot",
            CliRun.EXAMPLE.toString(),
            "--policy",
            CliRun.ROOT.resolve("examples/policy.yaml").toString());
    server = demo.start();
    browser = new Browser();
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      browser.close();
      server.close();
    }
  }

  private static String tenant(int number) {
    return number == 0 ? LONG : "team-" + number;
  }

  private static JsonArray nodes() {
    JsonArray nodes = new JsonArray();
    for (int i = 0; i < NODES; i++) {
      int free = i % 9;
      JsonArray pods = new JsonArray();
      for (int p = 0; p < 8 - free; p++) {
        pods.add(
            JsonParser.parseString(
                "{\"namespace\": \"%s\", \"name\": \"pod-%d-%d\", \"amount\": \"1\"}"
                    .formatted(tenant((i + p / 3) % TENANTS), i, p)));
      }
      JsonObject node =
          JsonParser.parseString(
                  """
                  {"name": "gpu-node-%d.rack-%d.example.com", "product": "NVIDIA-H100-80GB-HBM3",
                   "takesPods": true, "availability": "ready", "allocatable": "8", "free": "%d",
                   "others": "0"}
                  """
                      .formatted(i, i / 40, free))
              .getAsJsonObject();
      node.add("pods", pods);
      nodes.add(node);
    }
    return nodes;
  }

  private static JsonObject nodes(JsonObject report) {
    report.add("nodes", MANY_NODES);
    return report;
  }

  private static JsonObject tenants(JsonObject report) {
    JsonArray namespaces = new JsonArray();
    for (int i = 0; i < TENANTS; i++) {
      namespaces.add(
          JsonParser.parseString(
              """
              {"resource": "nvidia.com/gpu", "namespace": "%s", "tenant": "%s", "limit": "%d",
               "placed": "%d", "pending": "%d", "missing": "%d"}
              """
                  .formatted(tenant(i), tenant(i), 8 * i, 7 * i, i % 5, i % 3)));
    }
    report.add("namespaces", namespaces);
    return report;
  }

  private static void told(Page page, String path, UnaryOperator<JsonObject> change) {
    page.route(
        "**/api/v1/" + path,
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setContentType("application/json")
                    .setBody(
                        change
                            .apply(JsonParser.parseString(route.fetch().text()).getAsJsonObject())
                            .toString())));
  }

  private static Page open(String view, int width, int height) {
    Page page = window(width, height);
    show(page, view);
    return page;
  }

  private static Page window(int width, int height) {
    Page page = browser.withToken("");
    page.setViewportSize(width, height);
    told(page, "nodes?*", ManyTenantsPageTest::nodes);
    told(page, "nodes", ManyTenantsPageTest::nodes);
    told(page, "tenants", ManyTenantsPageTest::tenants);
    return page;
  }

  private static void show(Page page, String view) {
    page.navigate("http://127.0.0.1:" + server.port() + view);
    Browser.settle(page);
  }

  /** Axe looks at the narrow page only: many tenants make its check slow. */
  @ParameterizedTest
  @CsvSource({"380, 800", "1300, 900", "3840, 2160"})
  void every_view_is_as_wide_as_the_window_and_accessible(int width, int height)
      throws IOException {
    try (Page page = window(width, height)) {
      for (String view : VIEWS) {
        show(page, view);
        Browser.keep(page, "view" + view.replaceAll("[^a-zA-Z]+", "-") + width);
        assertThat(page.evaluate("document.documentElement.scrollWidth")).as(view).isEqualTo(width);
        if (width == NARROW) {
          assertThat(Browser.violations(page)).as(view).isEmpty();
        }
      }
    }
  }

  @Test
  void each_of_sixty_tenants_has_a_paint_of_its_own_and_is_shown_alone_by_a_click() {
    try (Page page = open("/nodes", 1300, 900)) {
      Object paints =
          page.evaluate(
              "new Set([...document.querySelectorAll('.legend.tenants rect')]"
                  + ".map((r) => r.getAttribute('fill'))).size");
      assertThat(paints).isEqualTo(TENANTS);

      page.locator(".legend.tenants button").filter(text("team-7 ")).first().click();

      assertThat(page.url()).contains("tenant=team-7");
      assertThat(page.locator("output").first().textContent()).doesNotStartWith("5000 of");
      page.reload();
      Browser.settle(page);
      assertThat(page.locator(".legend.tenants [aria-pressed=true]").textContent())
          .contains("team-7", "T7");
    }
  }

  private static com.microsoft.playwright.Locator.FilterOptions text(String text) {
    return new com.microsoft.playwright.Locator.FilterOptions().setHasText(text);
  }

  @Test
  void what_is_searched_and_sorted_by_is_in_the_address() {
    try (Page page = open("/tenants", 1300, 900)) {
      page.getByPlaceholder("tenant, namespace").fill("team-1");
      page.getByLabel("sort by").selectOption("unused");
      String address = page.url();

      assertThat(address).contains("find=team-1", "sort=unused");
      page.navigate(address);
      Browser.settle(page);
      assertThat(page.locator(".tenant-name").count()).isEqualTo(11);
      assertThat(page.locator(".tenant-name").first().textContent()).isEqualTo("team-19");
    }
  }

  @Test
  void what_is_shown_is_exported_and_no_cell_is_a_formula() throws IOException {
    try (Page page = open("/tenants?find=team-1", 1300, 900)) {
      Download download = page.waitForDownload(() -> page.getByText("Export as CSV").click());

      assertThat(Files.readAllLines(download.path()))
          .hasSize(12)
          .startsWith(
              "\"resource\",\"tenant\",\"namespace\",\"quota\",\"placed\",\"pending\",\"missing\"");
    }
  }
}
