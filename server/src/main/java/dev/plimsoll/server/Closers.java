package dev.plimsoll.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The parts of a service that were started, to be closed in the reverse order. A part that can't be
 * closed keeps no other part open: a Lease, say, that another replica waits for.
 */
public final class Closers implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Closers.class.getName());

  @GuardedBy("this")
  private final Deque<Runnable> closers = new ArrayDeque<>();

  /** Adds a part that was started after all others. */
  public synchronized void push(Runnable closer) {
    closers.push(closer);
  }

  @Override
  public synchronized void close() {
    while (!closers.isEmpty()) {
      try {
        closers.pop().run();
      } catch (RuntimeException e) {
        LOG.log(System.Logger.Level.WARNING, "a part of the service failed to close", e);
      }
    }
  }
}
