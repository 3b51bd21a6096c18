package dev.plimsoll.cli.document;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A metric as the sources define it: the name is a literal or a constant, and the next literal is
 * the help.
 *
 * @param name its name; a counter's ends in {@code _total}
 * @param type {@code counter}, {@code gauge} or {@code histogram}
 * @param help what it counts
 * @param module the module that exports it
 */
public record DocumentedMetric(String name, String type, String help, String module) {
  private static final Pattern NAME = Pattern.compile("\"(plimsoll_[a-z_]+[a-z])\"");
  private static final Pattern CONSTANT = Pattern.compile("String (\\w+) =\\s*$");
  private static final Pattern TYPE =
      Pattern.compile("(?i)\\b(counter|gauge|histogram)(WithCallback|Snapshot)?(\\.builder)?\\(");
  private static final Pattern TEXT =
      Pattern.compile("\"([^\"]* [^\"]*)\"((?:\\s*\\+\\s*\"[^\"]*\")*)");

  /** Returns the metrics of all modules of the project, in the order of the sources. */
  public static List<DocumentedMetric> all(Path project) {
    List<DocumentedMetric> all = new ArrayList<>();
    for (Path source : JavaSource.all(project)) {
      String module = project.relativize(source).getName(0).toString();
      try {
        String java = Files.readString(source);
        NAME.matcher(java).results().forEach(name -> all.add(of(name, java, module)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return List.copyOf(all);
  }

  private static DocumentedMetric of(MatchResult literal, String java, String module) {
    String name = literal.group(1);
    int place = literal.start();
    Matcher constant = CONSTANT.matcher(java.substring(0, place));
    if (constant.find()) {
      place =
          Pattern.compile("\\(\\s*" + constant.group(1) + "\\b")
              .matcher(java)
              .results()
              .mapToInt(MatchResult::end)
              .findFirst()
              .orElseThrow(() -> new IllegalStateException(name + " is not exported"));
    } else {
      place = literal.end();
    }
    String type =
        TYPE.matcher(java.substring(0, place))
            .results()
            .map(found -> found.group(1).toLowerCase(Locale.ROOT))
            .reduce((before, last) -> last)
            .orElseThrow(() -> new IllegalStateException(name + " has no type"));
    Matcher text = TEXT.matcher(java);
    if (!text.find(place)) {
      throw new IllegalStateException(name + " has no help");
    }
    boolean ends = !type.equals("counter") || name.endsWith("_total");
    return new DocumentedMetric(ends ? name : name + "_total", type, joined(text.group()), module);
  }

  private static String joined(String literals) {
    return Pattern.compile("\"([^\"]*)\"")
        .matcher(literals)
        .results()
        .map(literal -> literal.group(1))
        .collect(Collectors.joining());
  }

  /** Returns the metric's row in a table; the page says once that the label has the unit. */
  public String row() {
    return "| `%s` | %s | %s |\n"
        .formatted(name, type, help.replace(", in the unit of the label", ""));
  }
}
