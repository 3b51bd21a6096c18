package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whether the page hears of changes, and what it says where it doesn't. */
class LivePageTest {
  private static final String EVENTS = "/api/v1/events";

  @RegisterExtension static final ExamplePages PAGES = new ExamplePages();

  private static Route.FulfillOptions error(int status, String sentence) {
    return new Route.FulfillOptions()
        .setStatus(status)
        .setContentType("application/json")
        .setBody("{\"error\": \"" + sentence + "\"}");
  }

  /** Answers as the demo does to everybody, once there is any token. */
  private static void requireToken(Route route) {
    Map<String, String> headers = new HashMap<>(route.request().headers());
    if (headers.remove("authorization") == null) {
      route.fulfill(error(401, "unauthorized"));
    } else {
      route.resume(new Route.ResumeOptions().setHeaders(headers));
    }
  }

  @Test
  void who_is_turned_away_is_told_that_the_page_is_not_live() {
    try (Page page = PAGES.openRouted("/", EVENTS, r -> r.fulfill(error(429, "too many")))) {
      page.waitForSelector("footer [role=status]");
      assertThat(page.locator("footer").innerText()).contains("Not live: too many.");
    }
  }

  @Test
  void where_it_hears_of_changes_nothing_is_said() {
    try (Page page = PAGES.open("/")) {
      assertThat(page.locator("footer").innerText()).doesNotContain("Not live");
    }
  }

  @Test
  void a_token_that_was_pasted_is_used_for_events_as_well() {
    try (Page page = PAGES.openRouted("/", "/api/v1/**", LivePageTest::requireToken)) {
      page.locator("input[name=token]").fill("some");
      page.waitForRequest(
          request ->
              request.url().endsWith(EVENTS) && request.headers().containsKey("authorization"),
          () -> page.locator("button[type=submit]").click());
      page.waitForSelector("main .card");
      page.waitForCondition(() -> !page.locator("footer").innerText().contains("Not live"));
    }
  }
}
