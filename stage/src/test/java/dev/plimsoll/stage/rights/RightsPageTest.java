package dev.plimsoll.stage.rights;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/rights.md} has the rights that the manifests grant. */
class RightsPageTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

  @Test
  void the_page_has_each_right_of_each_role_of_the_manifests() throws IOException {
    List<String> granted = new ArrayList<>();
    for (ShippedRole role : ShippedRole.read(ROOT.resolve("manifests"))) {
      for (ShippedRole.Rule rule : role.rules()) {
        for (String verb : rule.verbs()) {
          rule.rights(verb)
              .forEach(
                  it -> granted.add(right(role.name(), verb, it.resourceAndGroup(), rule.names())));
          rule.paths().forEach(it -> granted.add(right(role.name(), verb, it, List.of())));
        }
      }
    }

    assertThat(ofPage())
        .as("If a role has changed, write the page again: stage/run --rights")
        .hasSizeGreaterThan(150)
        .containsExactlyInAnyOrderElementsOf(granted);
  }

  private static List<String> ofPage() throws IOException {
    List<String> rights = new ArrayList<>();
    String role = "";
    for (String line : Files.readAllLines(ROOT.resolve("docs/rights.md"))) {
      if (line.startsWith("## ")) {
        role = line.substring(3);
      } else if (line.startsWith("| `")) {
        String[] cells = line.split(" \\| |\\| ");
        String[] named = cells[2].split(", named ");
        for (String verb : quoted(cells[1])) {
          for (String resource : quoted(named[0])) {
            rights.add(
                right(role, verb, resource, named.length > 1 ? quoted(named[1]) : List.of()));
          }
        }
      }
    }
    return rights;
  }

  private static String right(String role, String verb, String resource, List<String> names) {
    return role + ": " + verb + " " + resource + " " + names;
  }

  private static List<String> quoted(String cell) {
    return QUOTED.matcher(cell).results().map((MatchResult it) -> it.group(1)).toList();
  }
}
