package dev.plimsoll.kube.file;

import java.util.function.Consumer;

/**
 * Reads a part of a file, once, in whichever thread comes first.
 *
 * <p>Its end is told and its failure kept without needing memory: the tasks of {@code
 * java.util.concurrent} may fail to do so after an {@link OutOfMemoryError}, and who waits for them
 * waits for ever. A thread may end for the same reason before it begins the task, hence {@link
 * #objects} begins it where nobody did.
 */
final class DecodingTask implements Runnable {
  private static final Throwable NONE = new IllegalStateException();

  private final Consumer<ObjectSink> work;
  private final DecodedObjects objects = new DecodedObjects();
  private Throwable failure = NONE;
  private boolean begun;
  private boolean ended;

  DecodingTask(Consumer<ObjectSink> work) {
    this.work = work;
  }

  @Override
  public void run() {
    if (!begin()) {
      return;
    }
    Throwable thrown = NONE;
    try {
      work.accept(objects);
    } catch (RuntimeException | Error e) {
      thrown = e;
    } finally {
      end(thrown);
    }
  }

  private synchronized boolean begin() {
    boolean first = !begun;
    begun = true;
    return first;
  }

  private synchronized void end(Throwable thrown) {
    failure = thrown;
    ended = true;
    notifyAll();
  }

  /** Returns what was read, or throws what the reading failed with. */
  DecodedObjects objects() {
    run();
    awaitEnd();
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception && exception != NONE) {
      throw exception;
    }
    return objects;
  }

  private synchronized void awaitEnd() {
    try {
      while (!ended) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a file was read", e);
    }
  }
}
