package dev.plimsoll.kube.yaml;

import dev.plimsoll.kube.InputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** Collects what is wrong in a document, so that it is told all at once. */
public final class Mistakes {
  private final String file;
  private final Lines lines;
  private final List<Mistake> found = new ArrayList<>();

  private record Mistake(String path, int line, String sentence) {}

  /** Begins without any, except for fields that are given more than once. */
  public Mistakes(String file, Lines lines) {
    this.file = file;
    this.lines = lines;
    lines.repeated().forEach(path -> add(path, path + " is given twice; leave one"));
  }

  /** Adds what is wrong with the field of that path: a sentence without its full stop. */
  public void add(String path, String sentence) {
    found.add(new Mistake(path, lines.at(path).orElse(0), located(path, sentence)));
  }

  /** Returns whether something is wrong with that field, what it stands in, or its elements. */
  public boolean touch(String path) {
    return found.stream().anyMatch(m -> isWithin(path, m.path) || isElement(m.path, path));
  }

  private static boolean isWithin(String path, String whole) {
    return path.equals(whole) || path.startsWith(whole + ".") || path.startsWith(whole + "[");
  }

  private static boolean isElement(String path, String list) {
    return path.startsWith(list + "[") && path.indexOf(']', list.length()) == path.length() - 1;
  }

  /** Returns the sentence with the file and the line in front. */
  public String located(String path, String sentence) {
    OptionalInt line = lines.at(path);
    return file + (line.isPresent() ? ", line " + line.getAsInt() : "") + ": " + sentence + ".";
  }

  /**
   * Does nothing if nothing is wrong.
   *
   * @throws InputException with one line for each mistake, in the order of the file
   */
  public void orThrow() {
    if (!found.isEmpty()) {
      throw new InputException(
          found.stream()
              .sorted(Comparator.comparingInt(Mistake::line))
              .map(Mistake::sentence)
              .distinct()
              .collect(Collectors.joining("\n")));
    }
  }
}
