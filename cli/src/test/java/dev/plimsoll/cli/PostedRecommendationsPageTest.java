package dev.plimsoll.cli;

import static dev.plimsoll.cli.ExamplePages.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Page;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the view of advice shows of the recommendations that the API tells. */
class PostedRecommendationsPageTest {
  @RegisterExtension static final ExamplePages PAGES = new ExamplePages();

  private static Page open(String recommendations) {
    JsonObject told =
        JsonParser.parseString("{\"recommendations\": " + recommendations + "}").getAsJsonObject();
    return PAGES.openTold("/advice", "recommendations", ignored -> told);
  }

  @Test
  void a_recommendation_is_shown_with_what_became_of_it_and_why_it_was_made() {
    try (Page page =
        open(
            """
            [{"namespace": "vision", "resourceQuota": "gpu", "key": "requests.nvidia.com/gpu",
              "policy": "gpus", "tenant": "vision", "time": "2026-11-22T10:00:00.123Z",
              "confidence": "High", "now": "4", "used": "4", "goal": "8", "proposed": "6",
              "why": [{"step": "share", "amount": "8", "message": "a quarter of 32"}],
              "effect": {"podsAdmitted": 2, "podsPlaced": 1, "gapsClosed": ["QuotaExhausted"],
               "gapsOpened": []},
              "conditions": [{"type": "Applied", "status": "False", "reason": "Withheld",
               "message": "<b>not now</b>", "lastTransitionTime": "2026-11-22T10:00:01Z"}]}]\
            """)) {
      assertThat(rows(page, "Posted recommendations"))
          .containsExactly(
              List.of(
                  "vision/gpu\ntenant vision, policy gpus",
                  "requests.nvidia.com/gpu",
                  "4",
                  "4",
                  "6",
                  "2026-11-22T10:00:00Z\nconfidence: High",
                  "Applied: False (Withheld) since 2026-11-22T10:00:01Z\n<b>not now</b>"));
      assertThat(
              rows(page, "How requests.nvidia.com/gpu of vision/gpu came about when it was posted"))
          .containsExactly(List.of("share", "8", "a quarter of 32"));
      assertThat(page.locator("main").innerText())
          .contains(
              "All recommendations of the namespace together: 2 more pods admitted, 1 more pod"
                  + " placed. Closed: QuotaExhausted.");
    }
  }

  @Test
  void a_key_to_be_dropped_has_neither_amounts_nor_conditions() {
    try (Page page =
        open(
            """
            [{"namespace": "vision", "resourceQuota": "gpu", "key": "limits.nvidia.com/gpu",
              "policy": "gpus", "tenant": "vision", "confidence": "", "why": [],
              "effect": {"podsAdmitted": 0, "podsPlaced": 0, "gapsClosed": [], "gapsOpened": []},
              "conditions": []}]\
            """)) {
      assertThat(rows(page, "Posted recommendations"))
          .containsExactly(
              List.of(
                  "vision/gpu\ntenant vision, policy gpus",
                  "limits.nvidia.com/gpu",
                  "none",
                  "never",
                  "dropped",
                  "not said\nconfidence: not said",
                  "nothing yet"));
    }
  }

  @Test
  void that_none_is_posted_is_said() {
    try (Page page = open("[]")) {
      assertThat(page.locator("main").innerText())
          .contains("No QuotaRecommendation is posted in a namespace that you may see.");
    }
  }

  @Test
  void of_a_dump_without_them_none_is_not_said() {
    try (Page page = PAGES.open("/advice")) {
      assertThat(page.locator("main").innerText())
          .contains("Posted recommendations: not known here: QuotaRecommendations were not read.")
          .doesNotContain("No QuotaRecommendation is posted");
    }
  }
}
