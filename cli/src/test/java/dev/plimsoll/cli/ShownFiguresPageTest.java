package dev.plimsoll.cli;

import static dev.plimsoll.cli.ExamplePages.each;
import static dev.plimsoll.cli.ExamplePages.rows;
import static dev.plimsoll.cli.ExamplePages.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.RequestOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each row and figure of the views beside the JSON that they are made of. */
class ShownFiguresPageTest {
  @RegisterExtension static final ExamplePages PAGES = new ExamplePages();

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
        PAGES.openTold("/", "history", h -> JsonParser.parseString(points).getAsJsonObject())) {
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

  /** Adds flavors of Kueue; one of them doesn't exist. */
  private static JsonObject withFlavors(JsonObject report) {
    report.add(
        "byFlavor",
        JsonParser.parseString(
            """
            {"unread": {"resources": [{"resource": "cohorts.kueue.x-k8s.io"}],
               "message": "cohorts.kueue.x-k8s.io were not read", "command": "", "rights": []},
             "flavors": [
               {"flavor": "a100", "defined": true, "resource": "nvidia.com/gpu",
                "quotas": ["ClusterQueue a", "ClusterQueue b", "ClusterQueue c", "ClusterQueue d"],
                "nominal": "16", "reserved": "5", "nodes": ["x", "y"], "total": "12",
                "placed": "6", "free": "4", "withheld": "2", "largestFreeBlock": "3"},
               {"flavor": "gone", "defined": false, "resource": "cpu", "quotas": ["Cohort e"],
                "nominal": "500m", "reserved": "0", "nodes": [], "total": "0"}]}"""));
    return report;
  }

  @Test
  void every_flavor_of_Kueue_is_shown_and_what_of_Kueue_was_not_read() {
    try (Page page = PAGES.openTold("/", "capacity", ShownFiguresPageTest::withFlavors)) {
      assertThat(rows(page, "Figures by flavor"))
          .containsExactly(
              List.of(
                  "a100",
                  "nvidia.com/gpu",
                  "ClusterQueue a, ClusterQueue b, ClusterQueue c and 1 more",
                  "16",
                  "5",
                  "2",
                  "12",
                  "6",
                  "4",
                  "2",
                  "3"),
              List.of("gone", "cpu", "Cohort e", "500m", "0", "0", "0", "?", "?", "?", "?"));
      assertThat(page.locator("#flavors ~ [role=note]").allTextContents())
          .containsExactly(
              "cohorts.kueue.x-k8s.io were not read", "ResourceFlavor gone does not exist.");
      for (int width : new int[] {380, 1300}) {
        page.setViewportSize(width, 900);
        assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
            .isTrue();
      }
      assertThat(Browser.violations(page)).isEmpty();
    }
  }

  @Test
  void a_cluster_without_Kueue_has_no_table_of_flavors() {
    try (Page page = PAGES.open("/")) {
      assertThat(page.locator("#flavors").count()).isZero();
    }
  }

  @Test
  void a_history_without_changes_says_since_when_there_were_none() {
    try (Page page = PAGES.open("/")) {
      JsonObject first = each(PAGES.api(page, "history"), "points").findFirst().orElseThrow();

      assertThat(page.locator("#last-hour ~ p time").first().getAttribute("datetime"))
          .isEqualTo(text(first, "time"));
    }
  }

  /** Makes all that is free on nodes stranded. */
  private static JsonObject stranded(JsonObject report) {
    each(report, "nodes").forEach(n -> n.addProperty("usable", "0"));
    return report;
  }

  @Test
  void devices_that_are_free_and_stranded_are_said_to_be_both() {
    try (Page page = PAGES.openTold("/nodes", "nodes", ShownFiguresPageTest::stranded)) {
      int free =
          each(PAGES.api(page, "nodes"), "nodes")
              .filter(n -> n.get("takesPods").getAsBoolean())
              .mapToInt(n -> Integer.parseInt(text(n, "free")))
              .sum();

      assertThat(free).isPositive();
      assertThat(page.locator("output").textContent())
          .contains(
              "%1$d free (%1$d of these stranded: too little CPU or memory beside them)"
                  .formatted(free));
      assertThat(rows(page, "Figures by product"))
          .allSatisfy(row -> assertThat(row.get(4)).isEqualTo(row.get(3)))
          .extracting(row -> Integer.parseInt(row.get(3)))
          .satisfies(shown -> assertThat(shown.stream().mapToInt(i -> i).sum()).isEqualTo(free));
    }
    try (Page page = PAGES.open("/nodes")) {
      assertThat(page.locator("output").textContent()).doesNotContain("stranded");
    }
  }

  @Test
  void every_decision_is_shown() throws IOException {
    try (Page page = PAGES.open("/")) {
      for (String verb : List.of("filter", "prioritize", "filter")) {
        JsonObject asked = new JsonObject();
        SharedExampleServer.objects().stream()
            .filter(o -> text(o.getAsJsonObject("metadata"), "name", "").equals("llm-8gpu"))
            .map(ShownFiguresPageTest::renamed)
            .forEach(o -> asked.add("Pod", o));
        asked.add("NodeNames", JsonParser.parseString("['a100-0', 'a100-1']"));
        page.request()
            .post(
                PAGES.address() + "/scheduler/" + verb,
                RequestOptions.create()
                    .setHeader("Content-Type", "application/json")
                    .setData(asked.toString()));
      }
      page.navigate(PAGES.address() + "/decisions");
      Browser.settle(page);
      List<List<String>> expected =
          each(PAGES.api(page, "decisions"), "decisions")
              .map(ShownFiguresPageTest::decision)
              .toList();

      assertThat(expected).hasSizeGreaterThan(1);
      assertThat(rows(page, "The latest decisions")).isEqualTo(expected);
    }
  }

  /** No other test looks at a pod of this name: its page would show the decision. */
  private static JsonObject renamed(JsonObject pod) {
    JsonObject other = pod.deepCopy();
    other.getAsJsonObject("metadata").addProperty("name", "decided");
    other.getAsJsonObject("metadata").addProperty("uid", "decided");
    return other;
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
    try (Page page = PAGES.open("/tenants")) {
      TreeMap<String, List<JsonObject>> byTenant =
          each(PAGES.api(page, "tenants"), "namespaces")
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
    try (Page page = PAGES.open("/tenants")) {
      List<String> expected =
          each(PAGES.api(page, "shares"), "shares")
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
    try (Page page = PAGES.open("/gaps")) {
      List<JsonObject> gaps = each(PAGES.api(page, "gaps"), "gaps").toList();
      assertThat(page.locator("details.gap").count()).isEqualTo(gaps.size());
      for (JsonObject gap : gaps) {
        Locator shown = page.locator("[id='gap-" + text(gap, "id") + "']");
        assertThat(shown.locator(":scope > summary").innerText())
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
