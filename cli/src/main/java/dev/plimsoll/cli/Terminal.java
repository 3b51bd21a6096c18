package dev.plimsoll.cli;

/** What the launcher knows about the terminal: the Java VM can't detect its width. */
final class Terminal {
  private Terminal() {}

  /** Returns the columns of the terminal that standard output goes to; 0 if it goes elsewhere. */
  static int columns() {
    String columns = System.getProperty("plimsoll.columns", "0");
    return columns.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(columns) : 0;
  }

  /** Returns whether standard error goes to a terminal. */
  static boolean isErrTerminal() {
    return Boolean.getBoolean("plimsoll.stderr.terminal");
  }
}
