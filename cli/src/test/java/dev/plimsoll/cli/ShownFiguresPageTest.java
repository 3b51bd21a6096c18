package dev.plimsoll.cli;

import static dev.plimsoll.cli.ExamplePages.each;
import static dev.plimsoll.cli.ExamplePages.rows;
import static dev.plimsoll.cli.ExamplePages.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.RequestOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each row and figure of the views beside the JSON that they are made of. */
class ShownFiguresPageTest {
  private static ExamplePages pages;

  @BeforeAll
  static void start() {
    assumeTrue(
        Browser.program().isPresent(), "chromium not found on the PATH: apt-get install chromium");
    pages = new ExamplePages(CliRun.ROOT.resolve("examples/policy.yaml"));
  }

  @AfterAll
  static void stop() {
    if (pages != null) {
      pages.close();
    }
  }

  @Test
  void every_key_of_the_advice_is_shown_with_each_step_of_its_derivation() {
    try (Page page = pages.open("/advice")) {
      JsonObject advice = each(pages.api(page, "advice"), "advice").findFirst().orElseThrow();
      List<JsonObject> quotas = each(advice, "recommendations").toList();
      assertThat(quotas).hasSizeGreaterThan(5);
      for (JsonObject quota : quotas) {
        String name = text(quota, "namespace") + "/" + text(quota, "name");
        List<List<String>> expected = new ArrayList<>();
        each(quota, "keys").map(ShownFiguresPageTest::key).forEach(expected::add);
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
    try (Page page = pages.open("/advice")) {
      JsonObject advice = each(pages.api(page, "advice"), "advice").findFirst().orElseThrow();
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
    try (Page page = pages.open("/gaps?namespace=research")) {
      JsonObject tried =
          pages.api(
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
      each(tried, "pods").map(ShownFiguresPageTest::effect).forEach(expected::add);
      for (String field : List.of("gone", "new", "unknown")) {
        each(tried, field).map(ShownFiguresPageTest::gap).forEach(expected::add);
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

  @Test
  void every_change_of_the_last_hour_is_shown_the_latest_first() {
    String points =
        """
        {"until": "2026-11-21T05:22:10Z", "points": [
          {"time": "2026-11-21T04:30:00Z", "resources": [{"resource": "r", "allocatable": "8",
            "placed": "2", "free": "6", "withheld": "0", "demand": "3"}]},
          {"time": "2026-11-21T04:40:00Z", "resources": [{"resource": "r", "allocatable": "8",
            "placed": "4", "free": "4", "withheld": "0", "demand": "3", "limits": "7"}]},
          {"time": "2026-11-21T04:50:00Z", "resources": [{"resource": "r", "allocatable": "16",
            "placed": "4", "free": "12", "withheld": "0", "demand": "5", "limits": "7"}]}]}\
        """;
    try (Page page =
        pages.openTold("/", "history", h -> JsonParser.parseString(points).getAsJsonObject())) {
      List<List<String>> shown = rows(page, "Changes in the last hour");

      assertThat(shown.stream().map(r -> r.get(1)))
          .containsExactly(
              "r capacity 8 → 16; r free 4 → 12; r demand 3 → 5",
              "r placed 2 → 4; r free 6 → 4; r quotas none → 7");
      assertThat(page.locator("#last-hour ~ details time").all())
          .extracting(t -> t.getAttribute("datetime"))
          .containsExactly("2026-11-21T04:50:00Z", "2026-11-21T04:40:00Z");
      assertThat(page.locator("#last-hour ~ p").innerText())
          .endsWith(
              "r capacity 8 → 16; r placed 2 → 4; r free 6 → 12; r quotas none → 7; r demand 3 → 5.");
    }
  }

  @Test
  void a_history_without_changes_says_since_when_there_were_none() {
    try (Page page = pages.open("/")) {
      JsonObject first = each(pages.api(page, "history"), "points").findFirst().orElseThrow();

      assertThat(page.locator("#last-hour ~ p time").first().getAttribute("datetime"))
          .isEqualTo(text(first, "time"));
    }
  }

  @Test
  void every_decision_is_shown() throws IOException {
    try (Page page = pages.open("/")) {
      for (String verb : List.of("filter", "prioritize", "filter")) {
        JsonObject asked = new JsonObject();
        SharedExampleServer.objects().stream()
            .filter(o -> text(o.getAsJsonObject("metadata"), "name", "").equals("llm-8gpu"))
            .forEach(o -> asked.add("Pod", o));
        asked.add("NodeNames", JsonParser.parseString("['a100-0', 'a100-1']"));
        page.request()
            .post(
                pages.address() + "/scheduler/" + verb,
                RequestOptions.create()
                    .setHeader("Content-Type", "application/json")
                    .setData(asked.toString()));
      }
      page.navigate(pages.address() + "/decisions");
      Browser.settle(page);
      List<List<String>> expected =
          each(pages.api(page, "decisions"), "decisions")
              .map(ShownFiguresPageTest::decision)
              .toList();

      assertThat(expected).hasSizeGreaterThan(1);
      assertThat(rows(page, "The latest decisions")).isEqualTo(expected);
    }
  }

  private static List<String> decision(JsonObject d) {
    BigDecimal milliseconds = d.get("durationSeconds").getAsBigDecimal().movePointRight(3);
    return List.of(
        Instant.parse(text(d, "time")).truncatedTo(ChronoUnit.SECONDS).toString(),
        text(d, "verb"),
        text(d, "namespace") + "/" + text(d, "pod"),
        text(d, "decision") + (text(d, "held").isEmpty() ? "" : "\nheld: " + text(d, "held")),
        text(d, "passing") + " of " + text(d, "nodes"),
        "%.2f ms".formatted(milliseconds.doubleValue()));
  }

  @Test
  void every_namespace_of_every_tenant_is_shown_and_can_ask_for_more() {
    try (Page page = pages.open("/tenants")) {
      TreeMap<String, List<JsonObject>> byTenant =
          each(pages.api(page, "tenants"), "namespaces")
              .collect(
                  Collectors.groupingBy(
                      n -> text(n, "tenant", text(n, "namespace")),
                      TreeMap::new,
                      Collectors.toList()));
      assertThat(byTenant).hasSizeGreaterThan(5);
      byTenant.forEach(
          (tenant, namespaces) -> {
            assertThat(rows(page, tenant + ": nvidia.com/gpu by namespace"))
                .isEqualTo(namespaces.stream().map(ShownFiguresPageTest::amounts).toList());
            Locator line =
                page.locator("details.tenant")
                    .filter(
                        new Locator.FilterOptions()
                            .setHas(
                                page.getByText(tenant, new Page.GetByTextOptions().setExact(true))))
                    .first();
            assertThat(line.locator(".request option").allInnerTexts())
                .isEqualTo(namespaces.stream().map(n -> text(n, "namespace")).toList());
          });
    }
  }

  private static List<String> amounts(JsonObject namespace) {
    return List.of(
        text(namespace, "namespace"),
        text(namespace, "limit", "no quota"),
        text(namespace, "placed"),
        text(namespace, "pending"),
        text(namespace, "missing"));
  }

  @Test
  void every_share_is_shown() {
    try (Page page = pages.open("/tenants")) {
      List<String> expected =
          each(pages.api(page, "shares"), "shares")
              .sorted(Comparator.comparing(s -> text(s, "tenant")))
              .map(
                  s ->
                      List.of(
                              "share",
                              "guarantee",
                              "ceiling",
                              "placed",
                              "assumed",
                              "borrowed",
                              "idle")
                          .stream()
                          .map(f -> f + " " + text(s, f))
                          .collect(Collectors.joining(", ", text(s, "tenant") + ": ", "")))
              .toList();
      List<String> shown =
          page.locator("details.tenant:has(.figures)").all().stream()
              .map(
                  t ->
                      t.locator(".tenant-name").innerText()
                          + ": "
                          + t.locator(".figures div").allInnerTexts().stream()
                              .map(f -> f.replace('\n', ' '))
                              .collect(Collectors.joining(", ")))
              .sorted()
              .toList();

      assertThat(shown).isNotEmpty();
      assertThat(expected).containsAll(shown);
      assertThat(shown).hasSameSizeAs(page.locator("details.tenant").all());
    }
  }

  @Test
  void every_gap_is_shown_with_its_figures_and_remedies() {
    try (Page page = pages.open("/gaps")) {
      List<JsonObject> gaps = each(pages.api(page, "gaps"), "gaps").toList();
      assertThat(page.locator("details.gap").count()).isEqualTo(gaps.size());
      for (JsonObject gap : gaps) {
        Locator shown = page.locator("[id='gap-" + text(gap, "id") + "']");
        assertThat(shown.locator("summary").innerText())
            .contains(text(gap, "severity"), text(gap, "kind"), text(gap, "message"));
        assertThat(shown.locator(".evidence dt").allInnerTexts())
            .containsExactlyElementsOf(gap.getAsJsonObject("evidence").keySet());
        assertThat(shown.locator(".evidence dd").allInnerTexts())
            .containsExactlyElementsOf(
                gap.getAsJsonObject("evidence").asMap().values().stream()
                    .map(JsonElement::getAsString)
                    .toList());
        assertThat(shown.locator(".remedies .result").allInnerTexts())
            .zipSatisfy(
                each(gap, "remedies").map(r -> text(r, "result")).toList(),
                (seen, result) -> assertThat(seen).startsWith(result));
      }
    }
  }
}
