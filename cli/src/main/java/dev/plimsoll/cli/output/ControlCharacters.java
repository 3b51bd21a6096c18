package dev.plimsoll.cli.output;

/**
 * Makes text of a cluster harmless to a terminal. Names, labels and messages may hold anything:
 * escape sequences that recolour, hide or retype text, line breaks that forge lines, marks that
 * reverse what is read.
 */
public final class ControlCharacters {
  private ControlCharacters() {}

  /**
   * Returns the text as one line. Characters that a terminal would act on or can't show are written
   * as in JSON, such as {@code \n} or {@code \u001b}.
   */
  public static String escaped(String text) {
    return text.codePoints().noneMatch(ControlCharacters::isUnsafe) ? text : escape(text);
  }

  private static String escape(String text) {
    StringBuilder line = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              if (isUnsafe(c)) {
                append(line, c);
              } else {
                line.appendCodePoint(c);
              }
            });
    return line.toString();
  }

  static void append(StringBuilder line, int character) {
    switch (character) {
      case '\n' -> line.append("\\n");
      case '\r' -> line.append("\\r");
      case '\t' -> line.append("\\t");
      default -> {
        for (char unit : Character.toChars(character)) {
          line.append(String.format("\\u%04x", (int) unit));
        }
      }
    }
  }

  /** Returns whether a character is a control, an invisible format mark or none at all. */
  static boolean isUnsafe(int character) {
    if (character >= ' ' && character < 0x7f) {
      return false;
    }
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> isNoncharacter(character);
    };
  }

  private static boolean isNoncharacter(int character) {
    return (character >= 0xfdd0 && character <= 0xfdef) || (character & 0xfffe) == 0xfffe;
  }
}
