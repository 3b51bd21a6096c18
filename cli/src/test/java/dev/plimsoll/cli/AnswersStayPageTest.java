package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a user has opened or tried stays with its object when the view is drawn again. */
class AnswersStayPageTest {
  @RegisterExtension static final ExamplePages PAGES = new ExamplePages();

  @Test
  void what_was_tried_for_a_gap_stays_with_the_gap_in_another_order() {
    try (Page page = PAGES.openRouted("/gaps", "/none", route -> route.abort())) {
      String id = page.locator("details.gap").first().getAttribute("id");
      Locator gap = page.locator("#" + id);
      gap.locator("summary").first().click();
      gap.locator(".try-out button").first().click();
      gap.getByText("Tried on the model").waitFor();

      page.getByLabel("sort by").selectOption("namespace");

      assertThat(page.locator("details.gap").first().getAttribute("id")).isNotEqualTo(id);
      assertThat(page.locator("details.gap[open]").count()).isEqualTo(1);
      assertThat(gap.getAttribute("open")).isNotNull();
      assertThat(gap.innerText()).contains("Tried on the model");
    }
  }

  @Test
  void an_open_tenant_stays_open_in_another_order() {
    try (Page page = PAGES.openRouted("/tenants", "/none", route -> route.abort())) {
      Locator open = page.locator("details.tenant[open] .tenant-name");
      page.locator("details.tenant > summary").first().click();
      String name = open.innerText();

      page.getByLabel("sort by").selectOption("name");

      assertThat(open.allInnerTexts()).containsExactly(name);
    }
  }

  @Test
  void a_search_counts_if_the_browser_does_not_take_its_address_at_once() {
    try (Page page = PAGES.openRouted("/gaps", "/none", route -> route.abort())) {
      page.evaluate(
          """
          () => {
            const replace = history.replaceState.bind(history);
            let calls = 0;
            history.replaceState = (...all) => {
              if (calls++ === 0) throw new DOMException('too many', 'SecurityError');
              replace(...all);
            };
          }
          """);
      page.getByLabel("sort by").selectOption("namespace");

      page.waitForURL("**/gaps?*namespace*");
    }
  }

  @Test
  void a_text_that_the_browser_does_not_copy_is_said_not_to_be() {
    try (Page page = PAGES.openRouted("/", "/none", route -> route.abort())) {
      page.locator("button.copy").first().click();
      page.getByText("Not copied").waitFor();
    }
  }
}
