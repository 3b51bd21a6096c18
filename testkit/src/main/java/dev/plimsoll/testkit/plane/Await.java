package dev.plimsoll.testkit.plane;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for what other programs do in their own time. */
public final class Await {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  /** Something that may be so, or not yet. */
  @FunctionalInterface
  public interface Condition {
    /** Returns whether it is so now. */
    boolean holds() throws Exception;
  }

  private Await() {}

  /** Requires that something comes to be, within two minutes. */
  public static void until(String what, Condition condition) throws Exception {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("In two minutes it did not come to be that " + what + ".");
      }
      pause();
    }
  }

  /** Requires that a condition holds for a while. */
  public static void stays(String what, Duration time, Condition condition) throws Exception {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      if (!condition.holds()) {
        throw new AssertionError("It did not stay so that " + what + ".");
      }
      pause();
    }
  }

  /** Waits as long as is usual between two looks. */
  public static void pause() throws InterruptedException {
    boolean unused = new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS);
  }
}
