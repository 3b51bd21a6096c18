package dev.plimsoll.cli;

import static dev.plimsoll.cli.ExamplePages.each;
import static dev.plimsoll.cli.ExamplePages.rows;
import static dev.plimsoll.cli.ExamplePages.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Page;
import dev.plimsoll.testkit.plane.Await;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The example's month in the view of hours. */
class HoursPageTest {
  @RegisterExtension static final ExamplePages PAGES = new ExamplePages();

  private static final String BY_STATE = "Hours of nvidia.com/gpu by state";

  private static Page open(String view, String path) throws Exception {
    Page page = PAGES.open("/");
    Await.until("the hours have been read", () -> PAGES.api(page, path).has("from"));
    page.navigate(PAGES.address() + view);
    Browser.settle(page);
    return page;
  }

  private static String hours(double amount) {
    return String.format(Locale.ROOT, "%,.1f", amount).replace(".0", "");
  }

  private static JsonObject command(String... more) {
    List<String> words =
        List.of(
            "report",
            "-o",
            "json",
            "--hours-file",
            CliRun.ROOT.resolve("examples/month/hours.jsonl.gz").toString());
    return JsonParser.parseString(
            CliRun.of(Stream.concat(words.stream(), List.of(more).stream()).toArray(String[]::new))
                .out())
        .getAsJsonObject();
  }

  @Test
  void the_page_and_the_API_have_the_hours_of_the_command() throws Exception {
    try (Page page = open("/hours", "hours")) {
      JsonObject report = command();
      Map<String, Double> before =
          each(report, "before")
              .collect(Collectors.toMap(l -> text(l, "state"), l -> l.get("amount").getAsDouble()));
      List<List<String>> expected =
          each(report, "lines")
              .filter(l -> !text(l, "state").equals("capacity"))
              .filter(l -> l.get("amount").getAsDouble() != 0)
              .map(
                  l ->
                      List.of(
                          text(l, "state") + "\n" + text(l, "meaning"),
                          hours(l.get("amount").getAsDouble()),
                          hours(before.getOrDefault(text(l, "state"), 0.0))))
              .toList();

      assertThat(PAGES.api(page, "hours")).isEqualTo(report);
      assertThat(PAGES.api(page, "hours?by=tenant")).isEqualTo(command("--by", "tenant"));
      assertThat(rows(page, BY_STATE).stream().map(cells -> cells.subList(0, 3)).toList())
          .isEqualTo(expected);
      assertThat(rows(page, "Hours of nvidia.com/gpu by tenant"))
          .extracting(cells -> cells.get(0))
          .contains("nlp", "research", "vision");
    }
  }

  @Test
  void another_period_is_another_address() throws Exception {
    try (Page page = open("/hours", "hours")) {
      page.selectOption("select", "7d");
      Browser.settle(page);

      assertThat(page.url()).endsWith("/hours?since=7d");
      assertThat(page.locator("main").innerText())
          .contains("capacity\n10,752 hours", "2026-11-14T05:00:00Z");
    }
  }

  @Test
  void that_nothing_is_known_is_said() {
    try (Page page =
        PAGES.openTold(
            "/hours",
            "hours",
            told ->
                JsonParser.parseString("{\"notKnown\": \"not known yet\", \"lines\": []}")
                    .getAsJsonObject())) {
      assertThat(page.locator("main").innerText()).contains("Hours of devices: not known yet.");
    }
  }
}
