package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonParser;
import com.microsoft.playwright.Page;
import dev.plimsoll.cli.ConsoleQuestions.Question;
import dev.plimsoll.cli.TenantsConsole.Other;
import dev.plimsoll.console.ConsoleRoutes;
import dev.plimsoll.console.ConsoleSources;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.report.Reports;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two tenants look at the same console. What one of them is answered, byte by byte, is the same
 * whatever the other is called and has; to whom may get nodes, as long as the sums are the same
 * that docs/console.md lists.
 */
class ConsoleOfTwoTenantsTest {
  private static final Other OTHER = new Other("covert", "hidden", "vault", List.of(3, 2), 3, 4);

  /** What can be told apart of the other tenant is called otherwise. */
  private static final Other RENAMED =
      new Other("elsewhere", "masked", "vault", List.of(4, 1), 3, 4);

  /** And is of other amounts, on a node that is called otherwise. */
  private static final Other CHANGED = new Other("elsewhere", "masked", "crypt", List.of(1), 6, 9);

  private static final List<String> SECRETS =
      List.of("covert", "hidden", "vault", "elsewhere", "masked", "crypt");

  /**
   * Start estimates depend on the amounts of others: how many go before, and how many must end. So
   * they are compared with the console in which only names differ.
   */
  private static final String DEPENDS_ON_AMOUNTS = "/api/v1/when";

  private static final List<Question> ERRORS =
      List.of(
          Question.get("/nowhere"),
          Question.get("/api/v1/namespaces/covert/pods/hidden"),
          Question.get("/api/v1/gaps/covert"),
          Question.get("/assets/../hidden"),
          Question.get("/api/v1/nodes?resource=%00"),
          new Question("POST", "/api/v1/gaps", "{}"),
          new Question("DELETE", "/api/v1/gaps", ""));

  @TempDir static Path folder = Path.of("");
  private static TenantsConsole console;
  private static TenantsConsole renamed;
  private static TenantsConsole changed;

  /** What a console answers does not change, so each user asks each console once. */
  private static final Map<String, Map<String, String>> ANSWERS = new HashMap<>();

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    console = console("other", OTHER);
    renamed = console("renamed", RENAMED);
    changed = console("changed", CHANGED);
  }

  private static TenantsConsole console(String name, Other other)
      throws IOException, InterruptedException {
    return new TenantsConsole(Files.createDirectory(folder.resolve(name)), other);
  }

  @AfterAll
  static void stop() {
    Stream.of(console, renamed, changed).forEach(TenantsConsole::close);
  }

  /** Returns the one beside which nothing is to be seen. */
  private static TenantsConsole comparedWith(String user) {
    return user.equals("carol") ? renamed : changed;
  }

  /** Returns all that a user is answered by both consoles, by the question. */
  private static Map<String, String> answers(TenantsConsole asked, String user)
      throws IOException, InterruptedException {
    String key = user + " " + asked.address();
    if (!ANSWERS.containsKey(key)) {
      ANSWERS.put(key, askAll(asked, user));
    }
    return new TreeMap<>(ANSWERS.get(key));
  }

  private static Map<String, String> askAll(TenantsConsole asked, String user)
      throws IOException, InterruptedException {
    Map<String, String> answers = new TreeMap<>();
    List<String> addresses = asked.addresses();
    for (int i = 0; i < addresses.size(); i++) {
      for (Question question : questions(asked, addresses.get(i))) {
        String answer = asked.answer(addresses.get(i), user, question);
        answers.put(i + " " + question, timeless(answer));
      }
    }
    return answers;
  }

  private static List<Question> questions(TenantsConsole asked, String address)
      throws IOException, InterruptedException {
    String description = asked.answer(address, "secret", Question.get("/openapi.json"));
    List<Question> questions =
        new ArrayList<>(
            ConsoleQuestions.of(
                JsonParser.parseString(description.substring(description.indexOf("} {") + 2))
                    .getAsJsonObject()));
    questions.addAll(ERRORS);
    pages().forEach(path -> questions.add(Question.get(path)));
    return questions;
  }

  /** Returns what one of two says otherwise, both one after the other. */
  private static List<String> differing(Map<String, String> one, Map<String, String> other) {
    assertThat(one).hasSizeGreaterThan(10).hasSameSizeAs(other);
    return one.entrySet().stream()
        .filter(e -> !e.getValue().equals(other.get(e.getKey())))
        .map(e -> e + "\n" + other.get(e.getKey()))
        .toList();
  }

  /** Returns the same without what differs by when it was asked, and how long that took. */
  private static String timeless(String text) {
    return text.replaceAll("\"(asOf|time)\":\"[^\"]*\"", "\"$1\":0")
        .replaceAll("\"(duration|dataAge|held)Seconds\":[0-9.E-]+", "\"$1Seconds\":0")
        .replaceAll("\"hours\":[0-9.E-]+", "\"hours\":0")
        .replaceAll("content-length=\\[\\d+\\]", "content-length=[0]")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "0")
        .replaceAll("\\d+:\\d\\d:\\d\\d( [AP]M)?", "0")
        .replaceAll("(\\d+ (d|h|min|s) ?)+(?= ago|<)", "0")
        .replaceAll("\\d+\\.\\d\\d ms", "0 ms")
        .replaceAll("lit\\$\\d+\\$", "lit");
  }

  /** Returns the addresses that are no data and no part of a page. */
  private static Set<String> pages() {
    Cluster none = Cluster.builder(Instant.EPOCH).build();
    Set<String> pages = new TreeSet<>();
    ConsoleRoutes.with(new ConsoleSources(new ComputedAdvice(), new RequestedChanges()))
        .of(new Reports(() -> none, AccessGuard.open()), List::of)
        .routes()
        .stream()
        .map(Route::path)
        .filter(path -> !path.startsWith("/api/") && !path.startsWith("/assets/"))
        .forEach(pages::add);
    return pages;
  }

  @ParameterizedTest
  @ValueSource(strings = {"alice", "carol", "nobody", "made-up"})
  void every_answer_is_the_same_whatever_the_other_is_called(String user)
      throws IOException, InterruptedException {
    Map<String, String> expected = answers(comparedWith(user), user);
    answers(renamed, user)
        .forEach(
            (question, answer) -> {
              if (question.contains(DEPENDS_ON_AMOUNTS)) {
                expected.put(question, answer);
              }
            });

    assertThat(differing(answers(console, user), expected)).isEmpty();
  }

  @Test
  void who_may_see_everything_is_answered_otherwise() throws IOException, InterruptedException {
    Map<String, String> all = answers(console, "secret");
    for (String secret : List.of("covert", "hidden", "vault", "tenant-hidden", "hidden-0")) {
      assertThat(all.values()).as(secret).anyMatch(answer -> answer.contains(secret));
    }
    Map<String, String> own = answers(console, "alice");
    for (String name : List.of("\"mine\"", "\"gpus\"", "\"vision\"")) {
      assertThat(own.values()).as(name).anyMatch(answer -> answer.contains(name));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"alice", "carol"})
  void every_view_is_the_same_whatever_the_other_is_called(String user) {
    assumeTrue(
        Browser.program().isPresent(), "chromium not found on the PATH: apt-get install chromium");
    try (Browser browser = new Browser()) {
      Map<String, String> seen = views(browser, console, user);

      assertThat(differing(seen, views(browser, comparedWith(user), user))).isEmpty();
      assertThat(seen.get("/tenants")).contains("vision");
    }
  }

  /**
   * Returns what the page is like at each view, by the address. The service counts a stream of
   * events for some time after its page is gone, so that the page is given one of somebody else.
   */
  private static Map<String, String> views(Browser browser, TenantsConsole asked, String user) {
    Map<String, String> views = new TreeMap<>();
    try (Page page = browser.withToken(user)) {
      page.route(
          "**/api/v1/events",
          route ->
              route.fulfill(
                  new com.microsoft.playwright.Route.FulfillOptions()
                      .setContentType("text/event-stream")
                      .setBody("")));
      for (String path : pages()) {
        for (String query :
            List.of(
                "",
                "?kind=Pod&namespace=team&name=mine&resource=nvidia.com/gpu",
                "?kind=Pod&namespace=covert&name=hidden&resource=nvidia.com/gpu")) {
          page.navigate(asked.address() + path + query);
          Browser.settle(page);
          views.put(path + query, timeless(page.content()));
        }
      }
    }
    return views;
  }

  @Test
  void events_tell_that_something_has_changed_but_not_what() throws Exception {
    try (InputStream events = console.stream("alice", "/api/v1/events");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(events, StandardCharsets.UTF_8))) {
      console.pod("covert", "hidden-later", 0, "vault");
      List<String> read = new ArrayList<>();
      while (!read.contains("data: {}")) {
        read.add(lines.readLine());
      }

      assertThat(read).isSubsetOf("", ":", "event: changed", "data: {}");
    }
  }

  @Test
  void what_is_not_asked_about_is_nowhere_named() throws IOException, InterruptedException {
    for (String user : List.of("alice", "carol", "nobody")) {
      answers(console, user)
          .forEach(
              (question, answer) -> {
                if (SECRETS.stream().noneMatch(question::contains)) {
                  assertThat(answer)
                      .as(user + " " + question)
                      .doesNotContain(user.equals("carol") ? List.of("covert", "hidden") : SECRETS);
                }
              });
    }
  }
}
