package dev.plimsoll.cli;

import dev.plimsoll.cli.output.ControlCharacters;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;

/** Writes each message as one line without characters that act on a terminal. */
final class LogFormatter extends SimpleFormatter {

  @Override
  public String formatMessage(LogRecord record) {
    return ControlCharacters.escaped(super.formatMessage(record));
  }

  /** Keeps the lines of stack traces apart. */
  @Override
  public String format(LogRecord record) {
    StringBuilder harmless = new StringBuilder();
    super.format(record)
        .codePoints()
        .mapToObj(Character::toString)
        .map(c -> c.equals("\n") || c.equals("\t") ? c : ControlCharacters.escaped(c))
        .forEach(harmless::append);
    return harmless.toString();
  }
}
