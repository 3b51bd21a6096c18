package dev.plimsoll.cli;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** What the service writes to its log: its own words, and of the web server's only warnings. */
final class Logs {
  /** The log manager forgets loggers that nobody holds, and their levels with them. */
  private static final List<Logger> HELD =
      Stream.of("org.eclipse.jetty", "spark").map(Logger::getLogger).toList();

  private Logs() {}

  static void quieten() {
    HELD.forEach(logger -> logger.setLevel(Level.WARNING));
  }
}
