package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cli.document.Document;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Links of the documents to files and headings of the project lead somewhere; those that lead out
 * of it are addresses that a browser takes.
 */
class DocumentLinksTest {
  private static final Map<Path, Document> DOCUMENTS =
      Document.all(CliRun.ROOT).stream()
          .collect(Collectors.toMap(Document::file, Function.identity()));

  @Test
  void every_link_leads_to_a_file_and_a_heading_or_to_an_address() {
    List<String> dead = new ArrayList<>();
    int followed = 0;
    for (Document document : DOCUMENTS.values()) {
      for (String destination : document.destinations()) {
        followed++;
        if (!leadsSomewhere(document, destination)) {
          dead.add(document.name() + ": " + destination);
        }
      }
    }

    assertThat(dead).isEmpty();
    assertThat(followed).isGreaterThan(150);
  }

  @Test
  void a_link_to_nothing_is_found() {
    Document readme =
        DOCUMENTS.values().stream()
            .filter(d -> d.name().equals("README.md"))
            .findFirst()
            .orElseThrow();

    assertThat(leadsSomewhere(readme, "docs/none.md")).isFalse();
    assertThat(leadsSomewhere(readme, "docs/gaps.md#none")).isFalse();
    assertThat(leadsSomewhere(readme, "docs/gaps.md#noquota")).isTrue();
    assertThat(leadsSomewhere(readme, "../README.md")).isFalse();
    assertThat(leadsSomewhere(readme, "https:/kubernetes.io")).isFalse();
  }

  private static boolean leadsSomewhere(Document document, String destination) {
    URI uri = URI.create(destination);
    if (uri.getScheme() != null) {
      return uri.getScheme().matches("https?") && uri.getHost() != null;
    }
    Path target =
        uri.getPath().isEmpty()
            ? document.file()
            : document.file().resolveSibling(uri.getPath()).normalize();
    return target.startsWith(CliRun.ROOT)
        && Files.exists(target)
        && (uri.getFragment() == null
            || (DOCUMENTS.containsKey(target)
                && DOCUMENTS.get(target).fragments().contains(uri.getFragment())));
  }
}
