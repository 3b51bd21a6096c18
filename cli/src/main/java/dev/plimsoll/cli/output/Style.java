package dev.plimsoll.cli.output;

/**
 * How a piece of text looks on a terminal. Text carries its style as noncharacters of Unicode,
 * which {@link ControlCharacters} keeps out of what a cluster says and {@link TerminalPrinter}
 * replaces by what the terminal understands, or by nothing.
 */
public enum Style {
  PLAIN(""),
  STRONG("1"),
  ERROR("31"),
  WARNING("33"),
  GOOD("32");

  private static final char OFF = '\ufdef';
  private static final char FIRST = '\ufdd0';
  private static final String RESET = "\u001b[0m";

  private final String parameters;

  Style(String parameters) {
    this.parameters = parameters;
  }

  /** Returns the text in this style; what is in it already looks as before. */
  public String of(String text) {
    return this == PLAIN || text.isEmpty() ? text : mark() + text + OFF;
  }

  private char mark() {
    return (char) (FIRST + ordinal());
  }

  /** Returns whether the character starts or ends a style. */
  static boolean isMark(int character) {
    return character == OFF || (character >= FIRST && character < FIRST + values().length);
  }

  /** Returns the escape sequence that a mark stands for. */
  static String sequence(int mark) {
    return mark == OFF ? RESET : "\u001b[" + values()[mark - FIRST].parameters + "m";
  }
}
