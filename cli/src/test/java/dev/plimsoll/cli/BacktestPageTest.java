package dev.plimsoll.cli;

import static dev.plimsoll.cli.ExamplePages.each;
import static dev.plimsoll.cli.ExamplePages.rows;
import static dev.plimsoll.cli.ExamplePages.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Page;
import dev.plimsoll.testkit.plane.Await;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The back-test of the example's recorded demand in the view of advice. */
class BacktestPageTest {
  @RegisterExtension static final ExamplePages PAGES = ExamplePages.withDemand();

  private static List<String> row(JsonObject rule) {
    return List.of(
        text(rule, "rule"),
        rounded(rule, "waitingGpuHours", 1),
        rounded(rule, "recovered", 100) + " %",
        rounded(rule, "changesPerTenantDay", 1),
        rounded(rule, "fairnessShortfall", 100) + " %");
  }

  /** Rounds as the page's toFixed does: what the product of two doubles really is. */
  private static String rounded(JsonObject rule, String field, int factor) {
    BigDecimal amount = new BigDecimal(rule.get(field).getAsDouble() * factor);
    return amount.setScale(2, RoundingMode.HALF_UP).toPlainString();
  }

  @Test
  void what_the_rules_would_have_done_is_shown_with_the_chart() throws Exception {
    try (Page page = PAGES.open("/advice")) {
      Await.until("the back-test has ended", () -> PAGES.api(page, "advice/backtest").has("rules"));
      page.reload();
      Browser.settle(page);
      JsonObject report = PAGES.api(page, "advice/backtest");

      assertThat(report)
          .isEqualTo(
              JsonParser.parseString(
                  CliRun.of("backtest", "-o", "json", "--demand", ExamplePages.DEMAND.toString())
                      .out()));
      assertThat(rows(page, "What each rule would have done"))
          .isEqualTo(each(report, "rules").map(BacktestPageTest::row).toList());
      assertThat(page.locator("img.chart").getAttribute("alt"))
          .contains("16 tenants, 16.0 days from 2020-05-01");
      page.waitForCondition(
          () ->
              Boolean.TRUE.equals(
                  page.evaluate("document.querySelector('img.chart').naturalWidth > 1000")));

      page.setViewportSize(380, 800);
      assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(380);
      assertThat(Browser.violations(page)).isEmpty();
    }
  }

  @Test
  void that_it_has_not_ended_is_said() {
    try (Page page =
        PAGES.openTold(
            "/advice",
            "advice/backtest",
            told ->
                JsonParser.parseString("{\"notKnown\": \"not known yet\"}").getAsJsonObject())) {
      assertThat(page.locator("main").innerText()).contains("Back-test: not known yet.");
    }
  }
}
