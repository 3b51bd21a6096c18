package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Page;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How far the stations of the page say that a pod has come, beside what is known of it. */
class StationsPageTest {
  @RegisterExtension static final ExamplePages PAGES = new ExamplePages();

  private static String view(String kind, String namespace, String name) {
    return "/explain?kind=%s&namespace=%s&name=%s".formatted(kind, namespace, name);
  }

  private static List<String> stations(Page page) {
    return page.locator(".stations li").all().stream()
        .map(s -> s.locator("strong").innerText() + " " + s.locator(".how").innerText())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "Pod, nlp, pretrain-1, passed, passed, not decided, passed",
    "Pod, nlp, llm-8gpu, passed, passed, not decided, stopped",
    "Pod, sandbox, gated, passed, passed, not decided, not reached",
    "Deployment, vision, notebook, passed, stopped, not reached, not reached",
    "Deployment, serving, api, passed, stopped, not reached, not reached",
  })
  void each_station_says_what_is_known(
      String kind,
      String namespace,
      String name,
      String limitRange,
      String quota,
      String share,
      String nodes) {
    try (Page page = PAGES.open(view(kind, namespace, name))) {
      assertThat(stations(page))
          .containsExactly(
              "LimitRange " + limitRange, "Quota " + quota, "Share " + share, "Nodes " + nodes);
    }
  }

  private static JsonObject as(JsonObject explanation, Map<String, String> pod, String admission) {
    JsonObject worst = explanation.getAsJsonArray("pods").get(0).getAsJsonObject();
    pod.forEach((field, value) -> worst.add(field, JsonParser.parseString(value)));
    JsonObject said = explanation.getAsJsonObject("admission");
    said.remove("allowed");
    JsonParser.parseString(admission).getAsJsonObject().asMap().forEach(said::add);
    return explanation;
  }

  @Test
  void what_was_not_read_is_neither_passed_nor_stopped() {
    try (Page page =
        PAGES.openTold(
            view("Deployment", "vision", "notebook"),
            "explain",
            e -> as(e, Map.of("verdict", "Unknown"), "{}"))) {
      assertThat(stations(page))
          .containsExactly(
              "LimitRange not known", "Quota not known", "Share not decided", "Nodes not known");
    }
  }

  @ParameterizedTest
  @CsvSource({"true, passed", "false, not decided"})
  void who_is_denied_by_something_else_is_stopped_by_neither_limit_ranges_nor_quotas(
      boolean allowed, String how) {
    try (Page page =
        PAGES.openTold(
            view("Deployment", "vision", "notebook"),
            "explain",
            e ->
                as(
                    e,
                    Map.of("verdict", "Denied", "message", "'denied the request: no'"),
                    "{'allowed': " + allowed + "}"))) {
      assertThat(stations(page))
          .containsExactly(
              "API server stopped",
              "LimitRange " + how,
              "Quota " + how,
              "Share not reached",
              "Nodes not reached");
      assertThat(page.locator(".stations .stopped p").allInnerTexts())
          .containsExactly("denied the request: no");
    }
  }

  @Test
  void who_would_get_a_node_has_not_got_one() {
    try (Page page =
        PAGES.openTold(
            view("Pod", "nlp", "llm-8gpu"),
            "explain",
            e -> as(e, Map.of("verdict", "Placeable"), "{'allowed': true}"))) {
      assertThat(stations(page)).contains("Share not decided", "Nodes not decided");
    }
  }

  @Test
  void what_the_extender_may_not_tell_is_not_known() {
    try (Page page =
        PAGES.openTold(
            view("Pod", "nlp", "pretrain-1"),
            "decisions",
            d -> {
              d.remove("decisions");
              d.addProperty("notKnown", "not known here");
              return d;
            })) {
      assertThat(stations(page)).contains("Share not known");
    }
  }

  @Test
  void what_the_extender_let_pass_has_passed() {
    String decided =
        """
        {"time": "2026-11-21T05:22:10Z", "verb": "filter", "held": "", "decision": "passed"}\
        """;
    try (Page page =
        PAGES.openTold(
            view("Pod", "nlp", "pretrain-1"),
            "decisions",
            d -> {
              d.getAsJsonArray("decisions").add(JsonParser.parseString(decided));
              return d;
            })) {
      assertThat(stations(page)).contains("Share passed");
      assertThat(page.locator(".stations").innerText()).contains("2026-11-21T05:22:10Z");
    }
  }
}
