package dev.plimsoll.server.http;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Ends the connections of a server that stops, so that no caller loses a call. A caller that keeps
 * a connection could otherwise send a call at the moment when the server closes the connection. So
 * each answer closes its connection, and a connection without a call closes after a moment.
 */
final class LastAnswers {
  private static final Duration IDLE = Duration.ofMillis(300);
  private static final Duration LOOK = Duration.ofMillis(20);

  private final List<ServerConnector> connectors = new CopyOnWriteArrayList<>();
  private volatile boolean given;

  void add(ServerConnector connector) {
    connectors.add(connector);
  }

  /** Returns whether each answer has to close its connection. */
  boolean areGiven() {
    return given;
  }

  /** Answers calls, new ones too, until no connection is left or the time is over. */
  void give(Duration timeout) {
    given = true;
    long until = System.nanoTime() + timeout.toNanos();
    try {
      do {
        shortenIdleTimes();
        TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
      } while (System.nanoTime() < until && isConnected());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void shortenIdleTimes() {
    for (ServerConnector connector : connectors) {
      connector.setIdleTimeout(IDLE.toMillis());
      connector.getConnectedEndPoints().forEach(it -> it.setIdleTimeout(IDLE.toMillis()));
    }
  }

  private boolean isConnected() {
    return connectors.stream().anyMatch(it -> !it.getConnectedEndPoints().isEmpty());
  }
}
