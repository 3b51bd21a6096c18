package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links of the documents to files and headings of the project lead somewhere. */
class DocumentLinksTest {
  private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
  private static final List<String> FOLDERS = List.of("docs", "manifests", "examples", "bench");

  @Test
  void every_link_within_the_project_leads_to_a_file_and_a_heading() throws IOException {
    List<String> dead = new ArrayList<>();
    int followed = 0;
    for (Path document : documents()) {
      Matcher link = LINK.matcher(Files.readString(document));
      while (link.find()) {
        if (!link.group(1).contains(":")) {
          followed++;
          if (!leadsSomewhere(document, link)) {
            dead.add(CliRun.ROOT.relativize(document) + ": " + link.group());
          }
        }
      }
    }

    assertThat(dead).isEmpty();
    assertThat(followed).isGreaterThan(50);
  }

  private static boolean leadsSomewhere(Path document, Matcher link) throws IOException {
    Path target =
        link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1)).normalize();
    return Files.exists(target) && (link.group(2) == null || has(target, link.group(2)));
  }

  private static boolean has(Path document, String fragment) throws IOException {
    return Files.isRegularFile(document)
        && fragments(Files.readString(document)).contains(fragment);
  }

  /** The fragments of a document's headings, as GitHub makes them. */
  private static Set<String> fragments(String text) {
    return HEADING
        .matcher(text)
        .results()
        .map(h -> h.group(1).toLowerCase(Locale.ROOT))
        .map(h -> h.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    try (Stream<Path> top = Files.list(CliRun.ROOT)) {
      top.filter(DocumentLinksTest::isDocument).forEach(documents::add);
    }
    for (String folder : FOLDERS) {
      try (Stream<Path> files = Files.walk(CliRun.ROOT.resolve(folder))) {
        files
            .filter(DocumentLinksTest::isDocument)
            .filter(p -> !p.toString().contains("/target/"))
            .forEach(documents::add);
      }
    }
    return documents;
  }

  private static boolean isDocument(Path path) {
    return Files.isRegularFile(path) && path.toString().endsWith(".md");
  }
}
