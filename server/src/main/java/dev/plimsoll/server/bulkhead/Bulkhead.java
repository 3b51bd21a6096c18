package dev.plimsoll.server.bulkhead;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.server.http.Reply;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Makes expensive answers one at a time on one thread of the lowest priority. Parallel streams
 * inside an answer stay on that thread, since it belongs to a pool of one thread.
 *
 * <p>What never breaks: equal questions share an answer only until the answer is begun. So an
 * answer is never older than its question. At most {@code callers} wait; further callers get 503 at
 * once.
 *
 * <p>After each answer the thread rests in proportion to the time that the answer took. So however
 * many callers ask, most of a processor and of the garbage collector's time is left to others.
 *
 * <p>A thread pool with a queue would be simpler. It would answer equal questions again and again,
 * and would keep a processor busy as long as somebody asks.
 */
public final class Bulkhead {
  private static final Duration LONGEST_REST = Duration.ofSeconds(5);
  private static final Reply TOO_MANY = Reply.error(503, "too many requests; retry later");

  private final int restFactor;
  private final int mostCallers;
  private final Semaphore callers;
  private final ForkJoinPool thread;

  /** Answers that have not been begun. */
  @GuardedBy("this")
  private final Map<Object, CompletableFuture<Reply>> waiting = new HashMap<>();

  /**
   * Creates a bulkhead.
   *
   * @param name of its thread
   * @param callers how many may wait; others are answered 503
   * @param restFactor how many times as long as an answer took the rest after it is, up to five
   *     seconds
   */
  public Bulkhead(String name, int callers, int restFactor) {
    this.mostCallers = callers;
    this.callers = new Semaphore(callers);
    this.restFactor = restFactor;
    this.thread = new ForkJoinPool(1, pool -> thread(pool, name), null, true);
  }

  @SuppressWarnings("ThreadPriorityCheck") // Nothing relies on it; it is only polite.
  private static ForkJoinWorkerThread thread(ForkJoinPool pool, String name) {
    ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
    thread.setName("plimsoll-" + name);
    thread.setPriority(Thread.MIN_PRIORITY);
    return thread;
  }

  /**
   * Returns an answer, once it has been made.
   *
   * @param question what is asked; equal questions share an answer
   * @param work makes it; what it throws is thrown here
   */
  public Reply answer(Object question, Supplier<Reply> work) {
    if (!callers.tryAcquire()) {
      return TOO_MANY;
    }
    try {
      return enqueue(question, work).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    } finally {
      callers.release();
    }
  }

  /** Returns how many wait. */
  int callers() {
    return mostCallers - callers.availablePermits();
  }

  private synchronized CompletableFuture<Reply> enqueue(Object question, Supplier<Reply> work) {
    return waiting.computeIfAbsent(
        question,
        q -> {
          CompletableFuture<Reply> answer = new CompletableFuture<>();
          thread.execute(() -> make(q, work, answer));
          return answer;
        });
  }

  private void make(Object question, Supplier<Reply> work, CompletableFuture<Reply> answer) {
    synchronized (this) {
      waiting.remove(question);
    }
    long start = System.nanoTime();
    try {
      answer.complete(work.get());
    } catch (RuntimeException e) {
      answer.completeExceptionally(e);
    } finally {
      answer.completeExceptionally(new IllegalStateException("an error ended the thread"));
    }
    rest((System.nanoTime() - start) * restFactor);
  }

  private static void rest(long nanos) {
    long end = System.nanoTime() + Math.min(nanos, LONGEST_REST.toNanos());
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
