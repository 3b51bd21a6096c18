package dev.plimsoll.cli;

import static dev.plimsoll.cli.ExamplePages.rows;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is held, why and for how long, as the view of decisions shows it. */
class HeldPodsPageTest {
  @RegisterExtension static final ExamplePages PAGES = new ExamplePages();

  private static JsonObject held(long seconds) {
    return JsonParser.parseString(
            """
            {"heldPods": [{"namespace": "vision", "pod": "train-1", "uid": "u", "cause": "share",
              "since": "2026-11-23T10:00:00Z", "heldSeconds": %d,
              "message": "tenant vision has 6 of its share of 6"}]}\
            """
                .formatted(seconds))
        .getAsJsonObject();
  }

  private static JsonObject decision(String fields) {
    return JsonParser.parseString(
            """
            {"decisions": [{"time": "2026-11-23T10:00:00.5Z", "verb": "filter",
              "namespace": "vision", "pod": "train-1", "uid": "u", "nodes": 3,
              "durationSeconds": 0.0012, "checks": [], %s}]}\
            """
                .formatted(fields))
        .getAsJsonObject();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 s",
    "59, 59 s",
    "60, 1 min",
    "8065, 2 h 14 min",
    "7201, 2 h",
    "90000, 1 d 1 h",
  })
  void held_pods_are_shown_with_why_since_when_and_for_how_long(long seconds, String shown) {
    try (Page page = PAGES.openTold("/decisions", "held-pods", told -> held(seconds))) {
      assertThat(rows(page, "The held pods"))
          .containsExactly(
              List.of(
                  "vision/train-1",
                  "tenant vision has 6 of its share of 6",
                  "2026-11-23T10:00:00Z",
                  shown));
      assertThat(page.locator("#held").innerText()).isEqualTo("Held now: 1 pod");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"decision\": \"share\", \"passing\": 0, \"held\": \"beyond\"|share; held: beyond",
        "\"decision\": \"share\", \"passing\": 0, \"held\": \"beyond\", \"heldSeconds\": 61.5"
            + "|share; held: beyond; had been held for 1 min 1 s",
        "\"decision\": \"passed\", \"passing\": 3, \"held\": \"\", \"heldSeconds\": 7200.25"
            + "|passed; had been held for 2 h",
        "\"decision\": \"reserved\", \"passing\": 0, \"held\": \"\", \"heldSeconds\": 5"
            + "|reserved; had been held for 5 s",
        "\"decision\": \"passed\", \"passing\": 3, \"held\": \"\"|passed",
      })
  void decisions_say_for_how_long_the_pod_had_been_held(String fields, String shown) {
    try (Page page = PAGES.openTold("/decisions", "decisions", told -> decision(fields))) {
      assertThat(rows(page, "The latest decisions"))
          .extracting(row -> row.get(3))
          .containsExactly(shown.replace("; ", "\n"));
    }
  }

  @Test
  void it_is_said_that_they_may_have_been_held_before_a_restart_or_a_take_over() {
    try (Page page = PAGES.openTold("/decisions", "held-pods", told -> held(5))) {
      assertThat(page.locator("section[aria-labelledby=held]").innerText())
          .contains("before a restart or a take-over they may have been held longer");
    }
  }

  @Test
  void where_held_pods_are_not_known_that_is_said_and_decisions_are_shown() {
    try (Page page =
        PAGES.openRouted(
            "/decisions",
            "/api/v1/held-pods*",
            route ->
                route.fulfill(
                    new Route.FulfillOptions()
                        .setStatus(501)
                        .setContentType("application/json")
                        .setBody("{\"error\": \"no extender here\"}")))) {
      assertThat(page.locator("main").innerText())
          .contains("Held pods: no extender here")
          .contains("The extender keeps no decision about pods that you may see")
          .doesNotContain("The extender holds no pod");
    }
  }

  @Test
  void that_no_pod_is_held_is_said() {
    try (Page page = PAGES.open("/decisions")) {
      assertThat(page.locator("main").innerText())
          .contains("The extender holds no pod that you may see.");
    }
  }
}
