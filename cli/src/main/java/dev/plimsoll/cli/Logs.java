package dev.plimsoll.cli;

import dev.plimsoll.extender.journal.JournalWriter;
import dev.plimsoll.server.http.HttpService;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.List;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;

/**
 * Configures the log: the records of Plimsoll, and only severe records of the libraries. Under
 * overload, Jetty would warn of each call with a stack trace. Quoted parts of objects are harmless
 * to terminals.
 */
final class Logs {
  /** The log manager forgets loggers that nobody holds, and their levels with them. */
  private static final List<Logger> HELD =
      Stream.concat(
              HttpService.LIBRARY_LOGGERS.stream(),
              Stream.of("io.kubernetes.client", "io.modelcontextprotocol"))
          .map(Logger::getLogger)
          .toList();

  /** It writes a stack trace for each attempt; the election logs its own line. */
  private static final Logger ELECTOR =
      Logger.getLogger("io.kubernetes.client.extended.leaderelection");

  private static final Logger OWN = Logger.getLogger("dev.plimsoll");
  private static final Logger DECISIONS = Logger.getLogger(JournalWriter.LOGGER);
  private static final Logger ROOT = Logger.getLogger("");

  private Logs() {}

  static void quieten() {
    HELD.forEach(logger -> logger.setLevel(Level.SEVERE));
    ELECTOR.setLevel(Level.OFF);
    Stream.of(Logger.getLogger("").getHandlers())
        .filter(h -> h.getFormatter() instanceof SimpleFormatter)
        .forEach(h -> h.setFormatter(new LogFormatter()));
  }

  /** Leaves out Plimsoll's own records, for a screen that has notes on what can't be read. */
  static void hideProgress() {
    OWN.setLevel(Level.SEVERE);
  }

  /** Writes to stderr on a thread of its own from now on. */
  static void queue() {
    for (Handler handler : ROOT.getHandlers()) {
      if (handler instanceof ConsoleHandler) {
        ROOT.removeHandler(handler);
        ROOT.addHandler(
            QueuedLogHandler.start(
                new FileOutputStream(FileDescriptor.err),
                handler.getFormatter(),
                handler.getLevel()));
      }
    }
  }

  /** Writes a line of JSON for each record from now on, decisions among them. */
  static void useJson() {
    Formatter json = new JsonLogFormatter();
    for (Handler handler : ROOT.getHandlers()) {
      handler.setFormatter(json);
      handler.setLevel(Level.ALL);
    }
    DECISIONS.setLevel(Level.FINE);
  }
}
