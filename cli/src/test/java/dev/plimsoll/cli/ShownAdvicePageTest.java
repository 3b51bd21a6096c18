package dev.plimsoll.cli;

import static dev.plimsoll.cli.ExamplePages.each;
import static dev.plimsoll.cli.ExamplePages.rows;
import static dev.plimsoll.cli.ExamplePages.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the views of advice and of remedies show, beside the JSON that they are made of. */
class ShownAdvicePageTest {
  @RegisterExtension static final ExamplePages PAGES = new ExamplePages();

  @Test
  void every_key_of_the_advice_is_shown_with_each_step_of_its_derivation() {
    try (Page page = PAGES.open("/advice")) {
      JsonObject advice = each(PAGES.api(page, "advice"), "advice").findFirst().orElseThrow();
      List<JsonObject> quotas = each(advice, "recommendations").toList();
      assertThat(quotas).hasSizeGreaterThan(5);
      for (JsonObject quota : quotas) {
        String name = text(quota, "namespace") + "/" + text(quota, "name");
        List<List<String>> expected = new ArrayList<>();
        each(quota, "keys").map(ShownAdvicePageTest::key).forEach(expected::add);
        for (JsonElement dropped : quota.getAsJsonArray("dropped")) {
          String key = dropped.getAsString();
          expected.add(
              List.of(key, text(quota.getAsJsonObject("now"), key), "never", "dropped", "", ""));
        }

        assertThat(rows(page, name + ": now and proposed")).as(name).isEqualTo(expected);
        each(quota, "keys")
            .forEach(
                k ->
                    assertThat(
                            rows(page, "How %s of %s came about".formatted(text(k, "key"), name)))
                        .isEqualTo(fields(k, "why", "step", "amount", "message")));
      }
    }
  }

  private static List<String> key(JsonObject key) {
    return List.of(
        text(key, "key"),
        text(key, "now", "none"),
        text(key, "used"),
        text(key, "proposed"),
        text(key, "goal"),
        "");
  }

  private static List<List<String>> fields(JsonObject json, String list, String... fields) {
    return each(json, list)
        .map(o -> List.of(fields).stream().map(f -> text(o, f)).toList())
        .toList();
  }

  @Test
  void what_the_advice_rests_on_and_says_besides_is_shown() {
    try (Page page = PAGES.open("/advice")) {
      JsonObject advice = each(PAGES.api(page, "advice"), "advice").findFirst().orElseThrow();
      String shown = page.locator("main").innerText();

      each(advice, "resources")
          .forEach(
              r ->
                  assertThat(shown)
                      .contains(
                          "%s: %s divided, of %s on nodes that take pods; %s in reserve, %s on nodes that take none."
                              .formatted(
                                  text(r, "resource"),
                                  text(r, "divided"),
                                  text(r, "allocatable"),
                                  text(r, "reserve"),
                                  text(r, "withheld"))));
      advice.getAsJsonArray("notes").forEach(n -> assertThat(shown).contains(n.getAsString()));
      each(advice, "nodes").forEach(n -> assertThat(shown).contains(text(n, "pool")));
      each(advice, "limitRanges").forEach(l -> assertThat(shown).contains(text(l, "why")));
      each(advice, "recommendations")
          .map(r -> r.getAsJsonObject("confidence"))
          .forEach(
              c ->
                  assertThat(shown)
                      .contains("Confidence: " + text(c, "level") + " (" + text(c, "reason")));
      long changes =
          each(advice, "recommendations").filter(r -> !text(r, "change").equals("none")).count();
      assertThat(shown).contains(changes + " quotas to change");
    }
  }

  @Test
  void what_a_change_would_bring_is_shown_as_it_was_tried() {
    String options = "--set-quota research/gpu:requests.nvidia.com/gpu=11";
    try (Page page = PAGES.open("/gaps?namespace=research")) {
      JsonObject tried =
          PAGES.api(
              page,
              "whatif?namespace=research&changes="
                  + URLEncoder.encode(options, StandardCharsets.UTF_8));
      Locator area =
          page.locator(".try-out")
              .filter(new Locator.FilterOptions().setHasText("research/gpu:requests"))
              .first();
      area.locator("input").fill("11");
      area.locator("li").first().waitFor();
      List<String> expected = new ArrayList<>();
      each(tried, "pods").map(ShownAdvicePageTest::effect).forEach(expected::add);
      for (String field : List.of("gone", "new", "unknown")) {
        each(tried, field).map(ShownAdvicePageTest::gap).forEach(expected::add);
      }

      assertThat(expected).hasSizeGreaterThan(1);
      assertThat(area.locator(".outcome li").allInnerTexts()).isEqualTo(expected);
      assertThat(area.locator(".outcome p").first().innerText())
          .isEqualTo(
              "Tried on the model: " + tried.getAsJsonArray("changes").get(0).getAsString() + ".");
    }
  }

  private static String effect(JsonObject pods) {
    return "%s: %s, now %s"
        .formatted(
            named(pods.getAsJsonObject("object")),
            runs(pods.getAsJsonObject("after")),
            runs(pods.getAsJsonObject("before")));
  }

  private static String named(JsonObject object) {
    return "%s %s/%s"
        .formatted(text(object, "kind"), text(object, "namespace"), text(object, "name"));
  }

  private static String runs(JsonObject count) {
    return "of %s that wait %s admitted, %s placed"
        .formatted(text(count, "waiting"), text(count, "admitted"), text(count, "placed"));
  }

  private static String gap(JsonObject gap) {
    JsonObject object = gap.getAsJsonObject("object");
    return "%s %s/%s: %s"
        .formatted(
            text(gap, "kind"),
            text(object, "namespace"),
            text(object, "name"),
            text(gap, "message"));
  }
}
