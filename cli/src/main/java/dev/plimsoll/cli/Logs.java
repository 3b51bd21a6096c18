package dev.plimsoll.cli;

import dev.plimsoll.server.http.HttpService;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * What the service writes to its log: its own words, and of its libraries only what is severe:
 * under a load that is shed, Jetty warns of each call with a stack trace.
 */
final class Logs {
  /** The log manager forgets loggers that nobody holds, and their levels with them. */
  private static final List<Logger> HELD =
      Stream.concat(HttpService.LIBRARY_LOGGERS.stream(), Stream.of("io.kubernetes.client"))
          .map(Logger::getLogger)
          .toList();

  private Logs() {}

  static void quieten() {
    HELD.forEach(logger -> logger.setLevel(Level.SEVERE));
  }
}
