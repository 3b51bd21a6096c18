package dev.plimsoll.cli.output;

import java.util.Arrays;
import java.util.Optional;

/**
 * How a piece of text looks on a terminal. Text carries its style as noncharacters of Unicode,
 * which {@link ControlCharacters} keeps out of what a cluster says and {@link TerminalPrinter}
 * replaces by what the terminal understands, or by nothing.
 */
public enum Style {
  PLAIN('\ufdd0', ""),
  STRONG('\ufdd1', "1"),
  ERROR('\ufdd2', "31"),
  WARNING('\ufdd3', "33"),
  GOOD('\ufdd4', "32");

  private static final char OFF = '\ufdef';
  private static final String RESET = "\u001b[0m";

  private final char mark;
  private final String parameters;

  Style(char mark, String parameters) {
    this.mark = mark;
    this.parameters = parameters;
  }

  /** Returns the text in this style; what is in it already looks as before. */
  public String of(String text) {
    return this == PLAIN || text.isEmpty() ? text : mark + text + OFF;
  }

  /** Returns whether the character starts or ends a style. */
  static boolean isMark(int character) {
    return character == OFF || (character >= PLAIN.mark && character <= GOOD.mark);
  }

  /** Returns the escape sequence that a mark stands for. */
  static String sequence(int mark) {
    return ofMark(mark).map(style -> "\u001b[" + style.parameters + "m").orElse(RESET);
  }

  private static Optional<Style> ofMark(int character) {
    return Arrays.stream(values()).filter(style -> style.mark == character).findFirst();
  }
}
