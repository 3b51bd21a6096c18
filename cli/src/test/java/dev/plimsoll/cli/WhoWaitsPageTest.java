package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who waits, why, and what now; and what is said where that isn't current. */
class WhoWaitsPageTest {
  @RegisterExtension static final ExamplePages PAGES = new ExamplePages();

  @Test
  void the_three_costliest_causes_are_in_the_first_screen_with_their_remedy() {
    try (Page page = PAGES.open("/")) {
      JsonObject costliest =
          PAGES.api(page, "gaps").getAsJsonArray("gaps").get(0).getAsJsonObject();

      assertThat(page.locator(".urgent li").count()).isEqualTo(3);
      assertThat(page.locator(".urgent li").first().textContent())
          .contains(costliest.get("message").getAsString(), "more a day", "since");
      assertThat(page.evaluate("document.querySelector('.urgent').getBoundingClientRect().bottom"))
          .asString()
          .satisfies(bottom -> assertThat(Double.parseDouble(bottom)).isLessThan(900));
      assertThat(page.locator(".urgent .copy").count()).isPositive();
    }
  }

  /** Has five more pods wait for the cause of the costliest gap, each with a command of its own. */
  private static JsonObject fiveMore(JsonObject report) {
    JsonArray gaps = report.getAsJsonArray("gaps");
    JsonArray more = new JsonArray();
    for (int i = 0; i < 5; i++) {
      JsonObject gap = gaps.get(0).getAsJsonObject().deepCopy();
      gap.addProperty("id", "more-" + i);
      gap.getAsJsonObject("object").addProperty("name", "more-" + i);
      for (JsonElement remedy : gap.getAsJsonArray("remedies")) {
        remedy.getAsJsonObject().addProperty("command", "kubectl change more-" + i);
      }
      more.add(gap);
    }
    more.add(gaps.remove(0));
    more.addAll(gaps);
    report.add("gaps", more);
    return report;
  }

  @Test
  void gaps_of_one_cause_are_one_of_the_three() {
    try (Page page = PAGES.openTold("/", "gaps", WhoWaitsPageTest::fiveMore)) {
      assertThat(page.locator(".urgent li").count()).isEqualTo(3);
      assertThat(page.locator(".urgent li").first().textContent())
          .contains("more-0", "5 more gaps of the same cause: ", " and 2 more");
      assertThat(page.locator(".urgent li").nth(1).textContent()).doesNotContain("more-");
    }
  }

  @Test
  void what_was_tried_and_does_not_help_can_not_be_copied() {
    try (Page page = PAGES.open("/gaps")) {
      assertThat(page.locator(".no-help .copy").count()).isZero();
      assertThat(page.locator(".helps .copy").count()).isPositive();
      assertThat(page.locator("details details .no-help").count())
          .isEqualTo(page.locator(".no-help").count());
    }
  }

  @Test
  void a_cluster_that_is_not_heard_of_is_said_above_all_else() {
    String silent = "{\"interruption\": \"nothing is heard of the cluster since 12 s: refused\"}";
    try (Page page =
        PAGES.openTold("/", "health", h -> JsonParser.parseString(silent).getAsJsonObject())) {
      page.waitForSelector(".alarm");

      assertThat(page.locator(".alarm").textContent())
          .isEqualTo("Not current: nothing is heard of the cluster since 12 s: refused");
    }
    try (Page page = PAGES.open("/")) {
      assertThat(page.locator(".alarm").count()).isZero();
    }
  }

  @Test
  void explain_offers_what_waits_and_completes_namespaces_and_names() {
    try (Page page = PAGES.open("/explain")) {
      assertThat(page.locator("#waiting ~ ul a").count()).isPositive();
      assertThat(page.locator("#namespaces option").count()).isGreaterThan(5);

      page.navigate(PAGES.address() + "/explain?kind=Deployment&namespace=vision");
      Browser.settle(page);

      assertThat(page.locator("#names option[value=notebook]").count()).isEqualTo(1);
    }
  }
}
