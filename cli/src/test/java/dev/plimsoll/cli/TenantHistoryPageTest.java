package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the view of tenants draws and says of the history that the API tells. */
class TenantHistoryPageTest {
  @RegisterExtension static final ExamplePages PAGES = new ExamplePages();

  private static JsonObject history(String namespaces) {
    return JsonParser.parseString(
            """
            {"since": "2026-11-16T10:00:00Z", "until": "2026-11-16T14:05:06.789Z",
             "stepSeconds": 3600, "namespaces": [%s]}\
            """
                .formatted(namespaces))
        .getAsJsonObject();
  }

  private static String row(
      String namespace, String limit, String placed, String pending, String missing) {
    return """
        {"namespace": "%s", "resource": "nvidia.com/gpu",
         "limit": [%s], "placed": [%s], "pending": [%s], "missing": [%s]}\
        """
        .formatted(namespace, limit, placed, pending, missing);
  }

  private static Page open(String namespaces) {
    return PAGES.openTold("/tenants", "tenants/history", told -> history(namespaces));
  }

  private static Locator tenant(Page page, String name) {
    return page.locator("section")
        .filter(new Locator.FilterOptions().setHas(page.locator("#tenants-nvidia\\.com\\/gpu")))
        .locator("details.tenant")
        .filter(
            new Locator.FilterOptions()
                .setHas(page.locator(".tenant-name", new Page.LocatorOptions().setHasText(name))));
  }

  private static String path(Page page, String name, String line) {
    return tenant(page, name).locator("path.line-" + line).getAttribute("d");
  }

  @Test
  void amounts_are_told_and_drawn_hour_by_hour() {
    try (Page page =
        open(
            row("vision", "8, 8, 8, 16, 16", "4, 8, 0, 6, 2", "0, 0, 2, 0, 1", "0, 0, 0, 10, 0"))) {
      assertThat(tenant(page, "vision").locator("figcaption").innerText())
          .isEqualTo(
              "At each full hour since 2026-11-16T10:00:00Z, as Prometheus had it on"
                  + " 2026-11-16T14:05:06Z: placed 0 to 8, last 2; demand 2 to 16, last 3; quota 8"
                  + " to 16, last 16.");
      assertThat(path(page, "vision", "placed"))
          .isEqualTo(
              "M0.0 75.0H200.0L200.0 50.0H400.0L400.0 100.0H600.0L600.0 62.5H800.0L800.0"
                  + " 87.5H1000.0");
      assertThat(path(page, "vision", "quota"))
          .isEqualTo(
              "M0.0 50.0H200.0L200.0 50.0H400.0L400.0 50.0H600.0L600.0 0.0H800.0L800.0 0.0H1000.0");
      assertThat(tenant(page, "vision").locator(".history svg").getAttribute("aria-label"))
          .isEqualTo(
              "vision, nvidia.com/gpu: placed 0 to 8, last 2; demand 2 to 16, last 3; quota 8 to"
                  + " 16, last 16");
    }
  }

  @Test
  void what_is_not_known_interrupts_the_lines() {
    try (Page page = open(row("vision", "null, null", "4, null", "0, null", "0, null"))) {
      assertThat(path(page, "vision", "placed")).isEqualTo("M0.0 0.0H500.0");
      assertThat(path(page, "vision", "quota")).isEmpty();
      assertThat(tenant(page, "vision").locator("figcaption").innerText())
          .endsWith(": placed 4 throughout; demand 4 throughout. Not known at 1 of 2 hours.");
    }
  }

  @Test
  void a_tenant_without_records_is_said_to_have_none() {
    try (Page page = open(row("vision", "8", "4", "0", "0"))) {
      assertThat(tenant(page, "nlp").locator(".history").count()).isZero();
      assertThat(tenant(page, "nlp").innerText())
          .contains("History: Prometheus has nothing of nlp as of 2026-11-16T14:05:06Z.");
    }
  }

  @Test
  void where_no_prometheus_is_named_that_is_said() {
    try (Page page = PAGES.open("/tenants")) {
      assertThat(tenant(page, "vision").innerText())
          .contains(
              "History: not known here: histories of tenants are in Prometheus, and"
                  + " console.prometheus names none");
    }
  }
}
