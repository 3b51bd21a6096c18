package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.plimsoll.server.Server;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The view of nodes where there are 5,000 of 8 GPUs; how fast it is {@code bench/console} says. */
class ManyNodesPageTest {
  private static final int NODES = 5_000;
  private static final int MOST_ELEMENTS = 5_000;
  private static final int LARGEST_FIRST_PAGE = 300 * 1024;

  private static Server server;
  private static Browser browser;

  @BeforeAll
  static void start() {
    assumeTrue(
        Browser.program().isPresent(), "chromium not found on the PATH: apt-get install chromium");
    DemoCommand demo = new DemoCommand();
    new CommandLine(demo).parseArgs("--port", "0", "--snapshot", CliRun.EXAMPLE.toString());
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

  private static String nodes() {
    JsonArray nodes = new JsonArray();
    for (int i = 0; i < NODES; i++) {
      int free = i % 9;
      nodes.add(
          JsonParser.parseString(
              """
              {"name": "gpu-%d", "product": "H100", "takesPods": true, "availability": "ready",
               "allocatable": "8", "free": "%d", "usable": "%d", "others": "0", "pods": [%s]}\
              """
                  .formatted(i, free, free, pods(i, 8 - free))));
    }
    JsonObject report =
        JsonParser.parseString(
                """
                {"resource": "nvidia.com/gpu", "resources": ["nvidia.com/gpu"],
                 "deviceGroups": [], "deviceFailures": [], "unread": {}, "omissions": []}\
                """)
            .getAsJsonObject();
    report.add("nodes", nodes);
    return report.toString();
  }

  private static String pods(int node, int count) {
    StringBuilder pods = new StringBuilder();
    for (int i = 0; i < count; i++) {
      pods.append(i == 0 ? "" : ",")
          .append(
              "{\"namespace\": \"team-%d\", \"name\": \"pod-%d-%d\", \"amount\": \"1\"}"
                  .formatted(node % 30, node, i));
    }
    return pods.toString();
  }

  private static Page open(int width, int height) {
    Page page = browser.withToken("");
    page.setViewportSize(width, height);
    page.route(
        "**/api/v1/nodes*",
        route ->
            route.fulfill(
                new Route.FulfillOptions().setBody(nodes()).setContentType("application/json")));
    page.navigate("http://127.0.0.1:" + server.port() + "/nodes");
    Browser.settle(page);
    return page;
  }

  private static int elements(Page page) {
    return (Integer) page.evaluate("document.querySelectorAll('*').length");
  }

  @Test
  void what_is_out_of_sight_is_not_there_until_it_is_scrolled_to() {
    try (Page page = open(3840, 2160)) {
      assertThat(page.locator("output").textContent())
          .startsWith("5000 of 5000 nodes, 19990 free, 555 whole nodes");
      assertThat(elements(page)).isLessThan(MOST_ELEMENTS);

      page.evaluate("document.querySelector('.grid').scrollTop = 1e9");
      page.waitForSelector("[aria-posinset='5000']");

      assertThat(elements(page)).isLessThan(MOST_ELEMENTS);
    }
  }

  @Test
  void the_keyboard_reaches_each_node_and_hears_of_its_pods() {
    try (Page page = open(1300, 900)) {
      page.getByLabel("Sort by").selectOption("name");
      page.locator(".grid").focus();
      for (String key : new String[] {"ArrowRight", "ArrowRight", "ArrowDown", "ArrowUp"}) {
        page.keyboard().press(key);
      }
      assertThat(focused(page))
          .isEqualTo(
              "gpu-1, H100, ready, 1 of 8 free; team-1/pod-1-0: 1, team-1/pod-1-1: 1,"
                  + " team-1/pod-1-2: 1, team-1/pod-1-3: 1, team-1/pod-1-4: 1, team-1/pod-1-5: 1,"
                  + " team-1/pod-1-6: 1");
      assertThat(page.locator(".pointed").textContent()).isEqualTo(focused(page));

      page.keyboard().press("End");
      assertThat(focused(page)).startsWith("gpu-4999, ");
      page.keyboard().press("PageUp");
      page.keyboard().press("Home");
      assertThat(focused(page)).startsWith("gpu-0, ");
      page.keyboard().press("Enter");
      assertThat(page.locator("#node-detail").textContent()).isEqualTo("gpu-0");
    }
  }

  private static String focused(Page page) {
    return (String) page.evaluate("document.activeElement.getAttribute('aria-label')");
  }

  @Test
  void what_is_pointed_at_says_its_pods() {
    try (Page page = open(1300, 900)) {
      page.getByPlaceholder("node, product, namespace, pod").fill("pod-16-0");
      assertThat(page.locator(".tile").count()).isEqualTo(1);
      page.locator(".tile").hover();
      assertThat(page.locator(".pointed").textContent())
          .isEqualTo("gpu-16, H100, ready, 7 of 8 free; team-16/pod-16-0: 1");
    }
  }

  @Test
  void the_first_page_is_small() {
    AtomicInteger bytes = new AtomicInteger();
    try (Page page = browser.withToken("")) {
      page.onResponse(
          r -> {
            if (!r.url().endsWith("/api/v1/events")) {
              bytes.addAndGet(r.body().length);
            }
          });
      page.navigate("http://127.0.0.1:" + server.port() + "/");
      Browser.settle(page);
    }

    assertThat(bytes.get()).isBetween(20_000, LARGEST_FIRST_PAGE);
  }
}
