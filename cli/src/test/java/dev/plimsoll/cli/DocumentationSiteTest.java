package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.plimsoll.cli.document.Document;
import dev.plimsoll.cli.document.Site;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The documents as a site: {@code docs/site/build} is this test. */
class DocumentationSiteTest {
  private static final Path SITE = CliRun.ROOT.resolve("target/site");
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
  private static final Pattern ID = Pattern.compile(" id=\"([^\"]*)\"");
  private static final TreeMap<Path, String> PAGES = new TreeMap<>();

  @BeforeAll
  static void write() throws IOException {
    Site.write(CliRun.ROOT, SITE);
    try (Stream<Path> files = Files.walk(SITE)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".html")).toList()) {
        PAGES.put(file, Files.readString(file));
      }
    }
  }

  @Test
  void every_link_leads_to_a_file_and_an_id_of_the_site_or_out_of_it() {
    List<String> dead = new ArrayList<>();
    PAGES.forEach(
        (page, text) ->
            LINK.matcher(text)
                .results()
                .map((MatchResult link) -> URI.create(link.group(1)))
                .filter(link -> !link.isAbsolute() && !leadsSomewhere(page, link))
                .forEach(link -> dead.add(SITE.relativize(page) + ": " + link)));

    assertThat(PAGES).hasSizeGreaterThan(30);
    assertThat(dead).isEmpty();
  }

  private static boolean leadsSomewhere(Path page, URI link) {
    Path target = link.getPath().isEmpty() ? page : page.resolveSibling(link.getPath()).normalize();
    return target.startsWith(SITE)
        && Files.isRegularFile(target)
        && (link.getFragment() == null
            || ids(PAGES.getOrDefault(target, "")).contains(link.getFragment()));
  }

  private static Set<String> ids(String text) {
    return ID.matcher(text).results().map(id -> id.group(1)).collect(Collectors.toSet());
  }

  @Test
  void nothing_is_loaded_from_elsewhere_and_nothing_runs() {
    assertThat(PAGES.values())
        .allSatisfy(
            text ->
                assertThat(text)
                    .doesNotContain("<script")
                    .doesNotContainPattern("<(link|img|iframe)[^>]*(href|src)=\"(https?:)?//"));
  }

  @Test
  void the_contents_name_every_document_of_docs() {
    String contents = PAGES.getOrDefault(SITE.resolve("docs/index.html"), "");

    assertThat(Document.all(CliRun.ROOT))
        .filteredOn(d -> d.name().matches("docs/\\w+\\.md") && !d.name().endsWith("README.md"))
        .hasSizeGreaterThan(20)
        .extracting(d -> d.name().replaceFirst("docs/(.*)\\.md", "$1.html"))
        .allSatisfy(page -> assertThat(contents).contains("href=\"" + page + "\""));
  }

  @Test
  void no_two_headings_of_a_page_have_one_id() {
    assertThat(PAGES)
        .allSatisfy(
            (page, text) ->
                assertThat(ID.matcher(text).results().map(id -> id.group(1)))
                    .doesNotHaveDuplicates());
  }

  /** A dark page differs from a light one in its colours only. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void pages_fit_phones_and_desktops_and_can_be_read_by_everybody(boolean dark) throws IOException {
    Assumptions.assumeTrue(Browser.program().isPresent(), "chromium isn't installed");
    try (Browser browser = new Browser()) {
      List<Page> pages = new ArrayList<>();
      for (String name : List.of("concepts", "debug", "policy", "architecture")) {
        pages.add(shown(browser, name, "phone", 360, 780, dark));
        pages.add(shown(browser, name, "desktop", 1440, 900, dark));
      }

      assertThat(browser.complaints()).isEmpty();
      assertThat(pages)
          .allSatisfy(
              page ->
                  assertThat(dark ? Browser.violationsOfColours(page) : Browser.violations(page))
                      .isEmpty());
    }
  }

  private static Page shown(
      Browser browser, String name, String device, int width, int height, boolean dark)
      throws IOException {
    Path file = SITE.resolve("docs/" + name + ".html");
    Page page = browser.openAsIs(file.toUri().toString(), width, height, dark);
    Browser.keep(page, "%s-%s-%s".formatted(name, device, dark ? "dark" : "light"));

    assertThat(page.evaluate("document.scrollingElement.scrollWidth"))
        .as("the width of %s on a %s", name, device)
        .isEqualTo(width);
    return page;
  }
}
