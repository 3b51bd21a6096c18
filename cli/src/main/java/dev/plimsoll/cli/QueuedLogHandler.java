package dev.plimsoll.cli;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * Writes the log on a thread of its own, so that nothing waits for its reader. A full pipe would
 * stop decisions and the end of the process. Beyond a bound lines are left out, and counted.
 */
final class QueuedLogHandler extends Handler {
  static final int MOST_LINES = 1_000;
  private static final long CLOSES_WITHIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final OutputStream out;

  @GuardedBy("queue")
  private final Queue<String> queue = new ArrayDeque<>();

  @GuardedBy("queue")
  private long leftOut;

  @GuardedBy("queue")
  private boolean isWriting;

  private QueuedLogHandler(OutputStream out, Formatter formatter, Level level) {
    this.out = out;
    setFormatter(formatter);
    setLevel(level);
  }

  /** Starts to write. */
  static QueuedLogHandler start(OutputStream out, Formatter formatter, Level level) {
    QueuedLogHandler handler = new QueuedLogHandler(out, formatter, level);
    Thread writer = new Thread(handler::write, "plimsoll-log");
    writer.setDaemon(true);
    writer.start();
    return handler;
  }

  @Override
  public void publish(LogRecord line) {
    if (!isLoggable(line)) {
      return;
    }
    String text = getFormatter().format(line);
    synchronized (queue) {
      if (queue.size() >= MOST_LINES) {
        leftOut++;
        return;
      }
      if (leftOut > 0) {
        queue.add(getFormatter().format(gap(leftOut)));
        leftOut = 0;
      }
      queue.add(text);
      queue.notifyAll();
    }
  }

  private static LogRecord gap(long lines) {
    LogRecord gap =
        new LogRecord(
            Level.WARNING, lines + " lines were left out, because the log was not read in time");
    gap.setLoggerName(QueuedLogHandler.class.getName());
    return gap;
  }

  private void write() {
    try {
      while (true) {
        out.write(next().getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException | InterruptedException e) {
      // Nobody reads the log any more, and there is nowhere else to say so.
      synchronized (queue) {
        isWriting = false;
        queue.clear();
        queue.notifyAll();
      }
    }
  }

  private String next() throws InterruptedException {
    synchronized (queue) {
      isWriting = false;
      queue.notifyAll();
      while (queue.isEmpty()) {
        queue.wait();
      }
      isWriting = true;
      return queue.remove();
    }
  }

  /** Waits until what was logged is written, as long as that takes half a second at most. */
  @Override
  public void flush() {
    long until = System.nanoTime() + CLOSES_WITHIN_NANOS;
    synchronized (queue) {
      long left = CLOSES_WITHIN_NANOS;
      try {
        while ((isWriting || !queue.isEmpty()) && left > 0) {
          TimeUnit.NANOSECONDS.timedWait(queue, left);
          left = until - System.nanoTime();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    flush();
  }
}
