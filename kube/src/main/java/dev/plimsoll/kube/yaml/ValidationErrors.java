package dev.plimsoll.kube.yaml;

import dev.plimsoll.kube.InputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/** Collects the errors of a document, so that they are reported together. */
public final class ValidationErrors {
  private final String file;
  private final FieldLines fieldLines;
  private final List<LocatedError> errors = new ArrayList<>();

  private record LocatedError(String path, int line, String sentence) {}

  /** Begins without any, except for fields that are given more than once. */
  public ValidationErrors(String file, FieldLines fieldLines) {
    this.file = file;
    this.fieldLines = fieldLines;
    fieldLines.repeated().forEach(path -> add(path, path + " is a duplicate key"));
  }

  /** Adds what is wrong with the field of that path: a sentence without its full stop. */
  public void add(String path, String sentence) {
    errors.add(
        new LocatedError(path, fieldLines.lineOf(path).orElse(0), withLocation(path, sentence)));
  }

  /** Returns whether an error concerns the field, a section around it, or its elements. */
  public boolean affect(String path) {
    return errors.stream().anyMatch(m -> isWithin(path, m.path) || isElement(m.path, path));
  }

  private static boolean isWithin(String path, String whole) {
    return path.equals(whole) || path.startsWith(whole + ".") || path.startsWith(whole + "[");
  }

  private static boolean isElement(String path, String list) {
    return path.startsWith(list + "[") && path.indexOf(']', list.length()) == path.length() - 1;
  }

  /** Returns the sentence with the file and the line in front. */
  public String withLocation(String path, String sentence) {
    OptionalInt line = fieldLines.lineOf(path);
    return file + (line.isPresent() ? ", line " + line.getAsInt() : "") + ": " + sentence + ".";
  }

  /**
   * Does nothing if nothing is wrong.
   *
   * @throws InputException with one line for each mistake, in the order of the file
   */
  public void throwIfAny() {
    if (!errors.isEmpty()) {
      throw new InputException(
          errors.stream()
              .sorted(Comparator.comparingInt(LocatedError::line))
              .map(LocatedError::sentence)
              .distinct()
              .toList());
    }
  }
}
