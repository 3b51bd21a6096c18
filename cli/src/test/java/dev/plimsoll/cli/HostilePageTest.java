package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.RequestOptions;
import dev.plimsoll.server.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * The page where every text that it is given was written by somebody who wants a script to run in
 * it. What the service lets through is another matter; the page relies on none of it.
 */
class HostilePageTest {
  private static final List<String> VIEWS =
      List.of(
          "/",
          "/nodes",
          "/tenants",
          "/gaps",
          "/explain?kind=Deployment&namespace=vision&name=notebook",
          "/explain?kind=Pod&namespace=nlp&name=llm-8gpu",
          "/explain?kind=Pod&namespace=nlp&name=none",
          "/advice",
          "/decisions");

  /** Counts what the browser kept from running. */
  private static final String WITNESS =
      """
      window.violations = [];
      addEventListener('securitypolicyviolation', (e) => violations.push(e.violatedDirective));
      """;

  private static final String FOUND =
      """
      [violations.length, window.ran === undefined,
       document.querySelectorAll('main :is(script, img, iframe, svg svg)').length,
       [...document.querySelectorAll('a')].filter((a) => a.protocol !== 'http:').length]
      """;

  private static final String UNFOLD =
      """
      document.querySelectorAll('details').forEach((d) => { d.open = true; });
      document.querySelectorAll('.request [name=amount]').forEach((i) => { i.value = 1; });
      document.querySelectorAll('.request [name=reason]').forEach((i) => { i.value = '<b>'; });
      """;

  private static final String DECIDED =
      """
      {"Pod": {"metadata": {"namespace": "vision", "name": "new", "uid": "u"},
        "spec": {"containers": []}}, "NodeNames": ["a100-0"]}
      """;

  private final List<String> dialogs = new ArrayList<>();

  /** Opens each view of the demo, of whose answers each text has been changed. */
  private List<Object> seen(UnaryOperator<String> change) {
    assumeTrue(
        Browser.program().isPresent(), "chromium not found on the PATH: apt-get install chromium");
    DemoCommand demo = new DemoCommand();
    new CommandLine(demo).parseArgs("--port", "0", "--snapshot", CliRun.EXAMPLE.toString());
    List<Object> seen = new ArrayList<>();
    try (Server server = demo.start();
        Browser browser = new Browser()) {
      try (Page page = browser.withToken("")) {
        String address = "http://127.0.0.1:" + server.port();
        APIResponse unused =
            page.request()
                .post(address + "/scheduler/filter", RequestOptions.create().setData(DECIDED));
        page.addInitScript(WITNESS);
        page.onDialog(
            dialog -> {
              dialogs.add(dialog.message());
              dialog.dismiss();
            });
        page.route("**/api/v1/**", route -> answerChanged(route, change));
        for (String view : VIEWS) {
          page.navigate(address + view);
          Browser.settle(page);
          page.evaluate(UNFOLD);
          page.locator(".tile button, .try-out button, .request button").all().stream()
              .limit(3)
              .forEach(e -> e.click());
          seen.add(page.evaluate(FOUND));
          assertThat(page.locator("main").textContent()).as(view).contains(change.apply(""));
        }
      }
    }
    return seen;
  }

  private static void answerChanged(Route route, UnaryOperator<String> change) {
    if (route.request().url().endsWith("/events")) {
      route.abort();
      return;
    }
    APIResponse answer = route.fetch();
    JsonElement body = JsonParser.parseString(answer.text());
    route.fulfill(
        new Route.FulfillOptions()
            .setStatus(answer.status())
            .setContentType("application/json")
            .setBody(changed(body, change).toString()));
  }

  private static JsonElement changed(JsonElement json, UnaryOperator<String> change) {
    if (json instanceof JsonObject object) {
      JsonObject all = new JsonObject();
      object.entrySet().forEach(e -> all.add(e.getKey(), changed(e.getValue(), change)));
      return all;
    }
    if (json instanceof JsonArray array) {
      JsonArray all = new JsonArray();
      array.forEach(e -> all.add(changed(e, change)));
      return all;
    }
    return json instanceof JsonPrimitive value && value.isString()
        ? new JsonPrimitive(change.apply(value.getAsString()))
        : json;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>ran=1;alert(1)</script>",
        "\"'><img src=x onerror=ran=1;alert(1)>",
        "</title></svg><svg onload=ran=1;alert(1)>",
        "${alert(1)}{{ran=1}}"
      })
  void no_text_runs(String hostile) {
    assertThat(seen(text -> text + hostile))
        .hasSameSizeAs(VIEWS)
        .containsOnly(List.of(0, true, 0, 0));
    assertThat(dialogs).isEmpty();
  }

  @Test
  void no_text_is_an_address_that_runs() {
    assertThat(seen(text -> "javascript:ran=1;alert(1)//" + text))
        .hasSameSizeAs(VIEWS)
        .containsOnly(List.of(0, true, 0, 0));
    assertThat(dialogs).isEmpty();
  }
}
