package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.RequestOptions;
import dev.plimsoll.server.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The page as a user has it, beside what the API says. */
class ConsolePageTest {
  private static final List<String> VIEWS =
      List.of(
          "/",
          "/nodes",
          "/tenants",
          "/gaps",
          "/explain",
          "/explain?kind=Deployment&namespace=vision&name=notebook",
          "/explain?kind=Pod&namespace=nlp&name=llm-8gpu",
          "/explain?kind=Pod&namespace=nlp&name=none",
          "/advice",
          "/decisions");

  /** Wider windows have the layout of this width, so axe finds nothing else there. */
  private static final int WIDEST_OWN_LAYOUT = 1300;

  /** Each cell of a path begins where it is moved to. */
  private static final String CELLS =
      "[...document.querySelectorAll('.cells path')]"
          + ".map((p) => p.getAttribute('d')).join('').split('M').length - 1";

  @TempDir static Path folder = Path.of("");
  private static Server server;
  private static Browser browser;
  private static String address;

  @BeforeAll
  static void start() throws IOException {
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
            holding().toString());
    server = demo.start();
    address = "http://127.0.0.1:" + server.port();
    browser = new Browser();
  }

  /** Returns the example's policy with what holds pods beyond their tenant's share. */
  private static Path holding() throws IOException {
    String policy =
        Files.readString(Path.of(System.getProperty("plimsoll.root"), "examples/policy.yaml"));
    return Files.writeString(
        folder.resolve("policy.yaml"),
        policy.stripTrailing() + "\n  enforcement: {placement: Hold, borrowing: Never}\n");
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      browser.close();
      server.close();
    }
  }

  /** Asks as kube-scheduler does where the pod may go. */
  private static void filter(Page page, String namespace, String pod) throws IOException {
    JsonObject asked = new JsonObject();
    SharedExampleServer.objects().stream()
        .filter(o -> o.get("kind").getAsString().equals("Pod"))
        .filter(o -> name(o, "namespace").equals(namespace) && name(o, "name").equals(pod))
        .forEach(o -> asked.add("Pod", o));
    asked.add("NodeNames", JsonParser.parseString("[\"a100-0\"]"));
    page.request()
        .post(
            address + "/scheduler/filter",
            RequestOptions.create()
                .setHeader("Content-Type", "application/json")
                .setData(asked.toString()));
  }

  private static String name(JsonObject object, String field) {
    return object.getAsJsonObject("metadata").get(field).getAsString();
  }

  private static JsonObject api(Page page, String path) {
    return JsonParser.parseString(page.request().get(address + "/api/v1/" + path).text())
        .getAsJsonObject();
  }

  private static List<String> strings(JsonElement array, String field) {
    List<String> strings = new ArrayList<>();
    array.getAsJsonArray().forEach(e -> strings.add(e.getAsJsonObject().get(field).getAsString()));
    return strings;
  }

  /** A dark page differs from a light one in its colours only. */
  @ParameterizedTest
  @CsvSource({
    "1300, 900, false",
    "1300, 900, true",
    "360, 740, false",
    "360, 740, true",
    "3840, 2160, false"
  })
  void every_view_is_accessible_and_no_script_complains(int width, int height, boolean dark) {
    try (Page page = browser.window(width, height, dark)) {
      for (String view : VIEWS) {
        page.navigate(address + view);
        Browser.settle(page);
        if (width <= WIDEST_OWN_LAYOUT) {
          assertThat(dark ? Browser.violationsOfColours(page) : Browser.violations(page))
              .as(view)
              .isEmpty();
        }
        assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
            .as(view + " is no wider than the window of " + width)
            .isTrue();
      }
    }
    assertThat(browser.complaints()).allMatch(c -> c.contains("404"));
  }

  @Test
  void the_overview_shows_the_figures_of_the_API() {
    try (Page page = browser.open(address + "/", 1300, 900, false)) {
      JsonObject resource =
          api(page, "overview").getAsJsonArray("resources").get(0).getAsJsonObject();
      List<String> shown =
          page.locator("section.card").first().locator(".figures dd").allTextContents();

      assertThat(shown)
          .containsExactly(
              resource.get("allocatable").getAsString(),
              resource.get("placed").getAsString(),
              resource.get("free").getAsString(),
              resource.get("withheld").getAsString(),
              resource.get("limits").getAsString(),
              resource.get("demand").getAsString());
    }
  }

  @Test
  void every_node_and_each_of_its_devices_is_shown() {
    try (Page page = browser.open(address + "/nodes", 1300, 900, false)) {
      JsonElement nodes = api(page, "nodes?resource=nvidia.com/gpu").get("nodes");

      assertThat(page.locator(".tile-name").allTextContents())
          .containsExactlyInAnyOrderElementsOf(strings(nodes, "name"));
      int devices = strings(nodes, "allocatable").stream().mapToInt(Integer::parseInt).sum();
      assertThat(page.evaluate(CELLS)).isEqualTo(devices);

      page.locator(".tile button", new Page.LocatorOptions().setHasText("a100-1")).click();
      assertThat(page.locator("#node-detail").textContent()).isEqualTo("a100-1");
      page.getByPlaceholder("node, product, namespace, pod").fill("robotics");
      assertThat(page.locator(".tile").count()).isEqualTo(4);
    }
  }

  @Test
  void every_tenant_is_shown() {
    try (Page page = browser.open(address + "/tenants", 1300, 900, false)) {
      assertThat(page.locator(".tenant-name").allTextContents())
          .containsExactlyInAnyOrderElementsOf(
              strings(api(page, "tenants").get("namespaces"), "tenant").stream()
                  .distinct()
                  .toList());
    }
  }

  @Test
  void gaps_are_filtered_by_links_that_can_be_shared_and_lead_to_their_explanation() {
    try (Page page = browser.open(address + "/gaps", 1300, 900, false)) {
      JsonElement gaps = api(page, "gaps").get("gaps");
      assertThat(page.locator("details.gap").count()).isEqualTo(gaps.getAsJsonArray().size());

      page.getByLabel("kind").selectOption("Fragmented");
      page.waitForURL("**/gaps?kind=Fragmented");
      Browser.settle(page);
      assertThat(page.locator("details.gap").count()).isEqualTo(1);
      page.locator("details.gap summary").click();
      assertThat(page.locator(".remedies code").first().textContent())
          .isEqualTo("kubectl uncordon a100-3");
      page.getByText("Explain pod/llm-8gpu").click();
      page.waitForURL("**/explain?kind=Pod&namespace=nlp&name=llm-8gpu");
      page.waitForSelector(".stations");
      assertThat(page.locator(".stations .stopped strong").allTextContents()).contains("Nodes");
      page.goBack();
      page.waitForSelector("details.gap");
      assertThat(page.url()).endsWith("/gaps?kind=Fragmented");
    }
  }

  @Test
  void a_pod_that_the_extender_holds_says_why_beside_its_explanation() throws IOException {
    try (Page page = browser.open(address + "/", 1300, 900, false)) {
      filter(page, "nlp", "llm-8gpu");
      JsonArray held = api(page, "held-pods").getAsJsonArray("heldPods");
      page.navigate(address + "/explain?kind=Pod&namespace=nlp&name=llm-8gpu");
      Browser.settle(page);

      assertThat(held).hasSize(1);
      assertThat(page.locator(".stations .stopped").first().textContent())
          .contains("Share", held.get(0).getAsJsonObject().get("message").getAsString());
      assertThat(page.locator("[role=note]").textContent())
          .isEqualTo(
              "Held by the extender: llm-8gpu: "
                  + held.get(0).getAsJsonObject().get("message").getAsString());
      page.navigate(address + "/decisions");
      Browser.settle(page);
      assertThat(page.locator("tbody a").first().textContent()).isEqualTo("nlp/llm-8gpu");
    }
  }

  @Test
  void each_node_says_why_it_does_not_take_the_pod_and_is_found_by_that() {
    String query = "explain?kind=Pod&namespace=nlp&name=llm-8gpu";
    try (Page page = browser.open(address + "/" + query, 1300, 900, false)) {
      JsonObject placement = api(page, query).getAsJsonObject("placement");
      List<String> nodes = strings(placement.get("nodes"), "name");

      assertThat(page.locator(".reasons code").allTextContents())
          .containsExactlyInAnyOrderElementsOf(nodes);
      assertThat(page.locator(".stations strong").allTextContents())
          .containsExactly("LimitRange", "Quota", "Share", "Nodes");
      page.getByPlaceholder("node, reason, plug-in").fill(nodes.get(0));
      assertThat(page.locator(".reasons code").allTextContents()).containsExactly(nodes.get(0));
    }
  }

  @Test
  void what_does_not_exist_is_told_in_a_sentence() {
    try (Page page =
        browser.open(
            address + "/explain?kind=Pod&namespace=nlp&name=%3Cimg%20src=x%3E", 1300, 900, false)) {
      assertThat(page.locator("[role=alert]").textContent())
          .isEqualTo("Pod nlp/<img src=x> not found");
      assertThat(page.locator("main img").count()).isZero();
    }
  }

  @Test
  void the_keyboard_reaches_all_that_the_mouse_does() {
    try (Page page = browser.open(address + "/", 1300, 900, false)) {
      page.keyboard().press("Tab");
      assertThat(page.evaluate("document.activeElement.textContent")).isEqualTo("To the content");
      for (int i = 0; i < 3; i++) {
        page.keyboard().press("Tab");
      }
      page.keyboard().press("Enter");
      page.waitForURL("**/nodes");
      Browser.settle(page);
      assertThat(page.title()).isEqualTo("Nodes – Plimsoll");
    }
  }

  /** Takes the screenshots of the documentation again, where that is asked for. */
  @ParameterizedTest
  @CsvSource({"/, overview", "/nodes, nodes"})
  @EnabledIfSystemProperty(named = "plimsoll.regenerate", matches = ".*")
  void screenshots_of_the_documentation(String view, String name) {
    try (Page page = browser.open(address + view, 1100, 620, false)) {
      page.screenshot(
          new Page.ScreenshotOptions()
              .setPath(Path.of(System.getProperty("plimsoll.root"), "docs/images", name + ".png")));
    }
  }
}
