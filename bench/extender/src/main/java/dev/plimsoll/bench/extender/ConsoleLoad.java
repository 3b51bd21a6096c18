package dev.plimsoll.bench.extender;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Callers who ask a console as fast as it answers, and others who come with a hundred unknown
 * tokens a second. They ask while they are told to.
 */
final class ConsoleLoad implements AutoCloseable {
  static final List<String> PATHS = List.of("/api/v1/gaps", "/api/v1/quota", "/metrics");
  private static final long TOKEN_PAUSE = 10_000_000;

  private final int port;
  private final AtomicLongArray answered = new AtomicLongArray(PATHS.size());
  private final AtomicLong denied = new AtomicLong();
  private final Phaser phaser = new Phaser(1);

  /** When the next token is due; for the one thread that tries them. */
  private long next = System.nanoTime();

  private volatile boolean isOn;
  private volatile boolean isClosed;

  ConsoleLoad(int port, int callersOfEach) {
    this.port = port;
    for (int i = 0; i < PATHS.size() * callersOfEach; i++) {
      int path = i % PATHS.size();
      start(() -> ask(path));
    }
    start(this::tryTokens);
  }

  /** Callers are elsewhere in a cluster, so that here they yield to all that is measured. */
  @SuppressWarnings("ThreadPriorityCheck")
  private void start(Runnable task) {
    phaser.register();
    Thread thread = new Thread(task, "load");
    thread.setDaemon(true);
    thread.setPriority(Thread.MIN_PRIORITY);
    thread.setUncaughtExceptionHandler(
        (failed, e) -> {
          System.err.println("the load ended: " + e);
          Runtime.getRuntime().halt(1);
        });
    thread.start();
  }

  /** Starts to ask. */
  void on() {
    isOn = true;
    int unused = phaser.arriveAndAwaitAdvance();
  }

  /** Stops to ask; returns once all callers have been answered. */
  void off() {
    isOn = false;
    int unused = phaser.arriveAndAwaitAdvance();
  }

  private void ask(int path) {
    try (HttpCaller caller = new HttpCaller(port)) {
      whileOn(
          () -> {
            byte[] unused = caller.get(PATHS.get(path), "");
            answered.incrementAndGet(path);
          });
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void tryTokens() {
    try {
      whileOn(
          () -> {
            try (HttpCaller caller = new HttpCaller(port)) {
              String token = "unknown-" + denied.incrementAndGet();
              int status = caller.status("/api/v1/shares", token);
              if (status != 401 && status != 429) {
                throw new IOException("an unknown token was answered " + status);
              }
            }
            next = Math.max(next + TOKEN_PAUSE, System.nanoTime() - TOKEN_PAUSE);
            LockSupport.parkNanos(next - System.nanoTime());
          });
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private interface Question {
    void ask() throws IOException;
  }

  private void whileOn(Question question) throws IOException {
    while (!isClosed) {
      phaser.arriveAndAwaitAdvance();
      while (isOn) {
        question.ask();
      }
      phaser.arriveAndAwaitAdvance();
    }
  }

  /** Returns how many answers there were of each of the paths. */
  List<Long> answered() {
    List<Long> all = new ArrayList<>();
    for (int i = 0; i < answered.length(); i++) {
      all.add(answered.get(i));
    }
    return all;
  }

  /** Returns how many unknown tokens were tried. */
  long tokens() {
    return denied.get();
  }

  @Override
  public void close() {
    isClosed = true;
    phaser.forceTermination();
  }
}
