package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.plimsoll.kube.file.Manifests;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.QuotaRequest;
import dev.plimsoll.server.Server;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Advice and what-if of the page, beside what the commands say of the same example. */
class ConsolePlansPageTest {
  private static final Path POLICY = CliRun.ROOT.resolve("examples/policy.yaml");
  private static Server server;
  private static String address;

  @BeforeAll
  static void start() {
    DemoCommand demo = new DemoCommand();
    new CommandLine(demo)
        .parseArgs(
            "--port", "0", "--snapshot", CliRun.EXAMPLE.toString(), "--policy", POLICY.toString());
    server = demo.start();
    address = "http://127.0.0.1:" + server.port();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static CliRun advise(String format) {
    return CliRun.of(
        "advise",
        "--snapshot",
        CliRun.EXAMPLE.toString(),
        "--policy",
        POLICY.toString(),
        "-o",
        format);
  }

  private static String get(String path) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address + path)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @Test
  void the_API_says_what_the_command_says() throws IOException, InterruptedException {
    JsonArray advice =
        JsonParser.parseString(get("/api/v1/advice")).getAsJsonObject().getAsJsonArray("advice");
    JsonObject said = JsonParser.parseString(advise("json").out()).getAsJsonObject();

    assertThat(advice).hasSize(1);
    for (String field : said.keySet()) {
      JsonElement answered = advice.get(0).getAsJsonObject().get(field);
      if (field.equals("notes")) {
        assertThat(answered.getAsJsonArray().asList())
            .containsAll(said.getAsJsonArray(field).asList());
      } else {
        assertThat(answered).as(field).isEqualTo(said.get(field));
      }
    }
    assertThat(get("/api/v1/advice/patch")).isEqualTo(advise("patch").out());
  }

  @Test
  void the_page_shows_each_proposal_with_its_derivation_and_saves_the_patch() throws IOException {
    assumeTrue(
        Browser.program().isPresent(), "chromium not found on the PATH: apt-get install chromium");
    JsonObject said = JsonParser.parseString(advise("json").out()).getAsJsonObject();
    try (Browser browser = new Browser();
        Page page = browser.open(address + "/advice", 1300, 900, false)) {
      page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })");
      String shown = page.locator("main").innerText();

      for (JsonElement each : said.getAsJsonArray("recommendations")) {
        JsonObject recommended = each.getAsJsonObject();
        assertThat(shown)
            .contains(
                recommended.get("namespace").getAsString()
                    + "/"
                    + recommended.get("name").getAsString());
        for (JsonElement key : recommended.getAsJsonArray("keys")) {
          key.getAsJsonObject()
              .getAsJsonArray("why")
              .forEach(
                  why ->
                      assertThat(shown)
                          .contains(why.getAsJsonObject().get("message").getAsString()));
        }
      }
      Download saved = page.waitForDownload(() -> page.locator("text=Download the patch").click());
      assertThat(saved.suggestedFilename()).isEqualTo("plimsoll-quotas.yaml");
      assertThat(Files.readString(saved.path())).isEqualTo(advise("patch").out());
      page.setViewportSize(360, 740);
      assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
          .isTrue();
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static String whatif(String changes) throws IOException, InterruptedException {
    return get("/api/v1/whatif?changes=" + URLEncoder.encode(changes, StandardCharsets.UTF_8));
  }

  private static Set<String> ids(JsonObject json, String field) {
    Set<String> ids = new TreeSet<>();
    json.getAsJsonArray(field).forEach(g -> ids.add(g.getAsJsonObject().get("id").getAsString()));
    return ids;
  }

  private static Set<String> without(Set<String> some, Set<String> others) {
    Set<String> rest = new TreeSet<>(some);
    rest.removeAll(others);
    return rest;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--uncordon a100-3",
        "--set-quota research/gpu:requests.nvidia.com/gpu=11",
        "--set-quota vision/gpu:requests.nvidia.com/gpu=0",
        "--remove-quota vision/gpu --cordon a100-0",
        "--add-nodes a100-0=2"
      })
  void gaps_go_and_come_as_the_command_says(String changes)
      throws IOException, InterruptedException {
    JsonObject tried = JsonParser.parseString(whatif(changes)).getAsJsonObject();
    JsonObject said =
        CliRun.jsonOnExample(("whatif " + changes + " gaps").split(" ")).getAsJsonObject();
    Set<String> before = ids(said.getAsJsonObject("before"), "gaps");
    Set<String> after = ids(said.getAsJsonObject("after"), "gaps");

    assertThat(ids(tried, "new")).isEqualTo(without(after, before));
    assertThat(ids(tried, "gone")).isEqualTo(without(before, after));
    assertThat(
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Files.readString(CliRun.ROOT.resolve("docs/schema/effects.json")))
                .validate(tried.toString(), InputFormat.JSON))
        .isEmpty();
  }

  @Test
  void more_quota_lets_pods_run_that_were_denied() throws IOException, InterruptedException {
    JsonObject tried =
        JsonParser.parseString(whatif("--set-quota research/gpu:requests.nvidia.com/gpu=11"))
            .getAsJsonObject();
    JsonObject first = tried.getAsJsonArray("pods").get(0).getAsJsonObject();

    assertThat(first.getAsJsonObject("object").get("namespace").getAsString())
        .isEqualTo("research");
    assertThat(first.getAsJsonObject("after").get("placed").getAsInt())
        .isGreaterThan(first.getAsJsonObject("before").get("placed").getAsInt());
  }

  @ParameterizedTest
  @CsvSource({
    "--apply /etc/passwd, unknown change",
    "--uncordon, is missing",
    "--set-quota vision, expected NS/NAME:KEY=VALUE",
    "--set-quota vision/gpu:pods=x, invalid quantity",
    "--add-nodes a100-0=101, at most 100",
    "--uncordon none, not found",
  })
  void what_can_not_be_tried_is_said(String changes, String sentence)
      throws IOException, InterruptedException {
    assertThat(whatif(changes)).startsWith("{\"error\":").contains(sentence);
  }

  @Test
  void a_remedy_of_the_page_says_what_it_would_change_and_a_slider_asks_for_more() {
    assumeTrue(
        Browser.program().isPresent(), "chromium not found on the PATH: apt-get install chromium");
    try (Browser browser = new Browser();
        Page page = browser.open(address + "/gaps?namespace=research", 1300, 900, false)) {
      page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })");
      Locator area =
          page.locator(".try-out")
              .filter(new Locator.FilterOptions().setHasText("research/gpu:requests"))
              .first();
      area.locator("button").click();
      area.locator("text=What then runs").waitFor();

      assertThat(area.innerText()).contains("set requests.nvidia.com/gpu of quota research/gpu");
      area.locator("input").fill("3");
      area.locator("text=to 3").waitFor();
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void the_page_writes_a_request_for_quota_that_the_program_reads_as_typed(@TempDir Path folder)
      throws IOException {
    assumeTrue(
        Browser.program().isPresent(), "chromium not found on the PATH: apt-get install chromium");
    String reason = "it's \"due\": #1 \\ <b>é</b>";
    try (Browser browser = new Browser();
        Page page = browser.open(address + "/tenants", 1300, 900, false)) {
      page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })");
      Locator form =
          page.locator(".request")
              .filter(
                  new Locator.FilterOptions()
                      .setHas(
                          page.locator("option", new Page.LocatorOptions().setHasText("vision"))))
              .first();
      form.locator("input[name=amount]").fill("16");
      form.locator("input[name=until]").fill("2026-12-01");
      form.locator("input[name=reason]").fill(reason);
      form.locator("button[type=submit]").click();
      Download saved =
          page.waitForDownload(() -> form.locator("text=Download the request").click());

      List<ApiObject> read =
          Manifests.read(Files.copy(saved.path(), folder.resolve("quota-request.yaml")));
      assertThat(read).hasSize(1);
      QuotaRequest request = (QuotaRequest) read.get(0);
      assertThat(request.namespace()).isEqualTo("vision");
      assertThat(request.hard()).hasToString("requests.nvidia.com/gpu=16");
      assertThat(request.until()).contains(Instant.parse("2026-12-01T00:00:00Z"));
      assertThat(request.reason()).isEqualTo(reason);
      assertThat(form.locator("pre").innerText()).contains("kind: QuotaRequest");
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
