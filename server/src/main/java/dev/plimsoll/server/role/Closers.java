package dev.plimsoll.server.role;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The parts of a service that were started, to be closed in the reverse order. A part that can't be
 * closed keeps no other part open: a Lease, say, that another replica waits for.
 */
final class Closers implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Closers.class.getName());

  @GuardedBy("this")
  private final Deque<AutoCloseable> closers = new ArrayDeque<>();

  /** Adds a part that was started after all others. */
  synchronized void push(AutoCloseable part) {
    closers.push(part);
  }

  @Override
  public synchronized void close() {
    while (!closers.isEmpty()) {
      try {
        closers.pop().close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        LOG.log(System.Logger.Level.WARNING, "a part of the service failed to close", e);
      }
    }
  }
}
