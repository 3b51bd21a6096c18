package dev.plimsoll.cli;

import dev.plimsoll.cli.output.TerminalPrinter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;

/** The launcher's knowledge of the terminal: the Java VM can't detect its width. */
final class Terminal {

  /** When colours are used; the names are those of {@code --color}. */
  @SuppressWarnings("JavaLangClash")
  enum Color {
    auto,
    always,
    never
  }

  private Terminal() {}

  /** Returns a printer for standard output, as wide and colourful as the terminal allows. */
  static TerminalPrinter printer(PrintWriter out, Color color) {
    boolean terminal = Boolean.getBoolean("plimsoll.stdout.terminal");
    boolean colors = hasColors(color, terminal, System.getenv());
    return TerminalPrinter.of(out, columns(), colors, terminal && colors ? linkBase() : "");
  }

  /** Returns a printer for standard error. */
  static TerminalPrinter errPrinter(PrintWriter err) {
    return TerminalPrinter.plain(err);
  }

  /**
   * Returns whether colours are used: unless said otherwise on terminals that can, where NO_COLOR
   * is unset or empty (no-color.org).
   */
  static boolean hasColors(Color color, boolean terminal, Map<String, String> environment) {
    return switch (color) {
      case always -> true;
      case never -> false;
      case auto ->
          terminal
              && environment.getOrDefault("NO_COLOR", "").isEmpty()
              && !environment.getOrDefault("TERM", "").equals("dumb");
    };
  }

  /** Returns the columns of the terminal that standard output goes to; 0 if it goes elsewhere. */
  private static int columns() {
    String columns = System.getProperty("plimsoll.columns", "0");
    return columns.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(columns) : 0;
  }

  /** Returns the URL below which the documents are, if they came with the program. */
  private static String linkBase() {
    String home = System.getProperty("plimsoll.home", "");
    return home.isEmpty() ? "" : Path.of(home).toUri().toString();
  }

  /** Returns whether standard error goes to a terminal. */
  static boolean isErrTerminal() {
    return Boolean.getBoolean("plimsoll.stderr.terminal");
  }
}
