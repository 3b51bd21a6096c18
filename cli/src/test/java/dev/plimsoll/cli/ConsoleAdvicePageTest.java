package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import dev.plimsoll.server.Server;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The view of advice, beside what {@code plimsoll advise} says of the same example. */
class ConsoleAdvicePageTest {
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
}
