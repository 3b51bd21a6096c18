package dev.plimsoll.kube.file;

import java.util.ArrayList;
import java.util.List;
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
  private final Consumer<ObjectSink> work;
  private final DecodedObjects objects = new DecodedObjects();
  private final List<RuntimeException> exceptions = new ArrayList<>(1);
  private final List<Error> errors = new ArrayList<>(1);
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
    try {
      work.accept(objects);
    } catch (RuntimeException e) {
      exceptions.add(e);
    } catch (Error e) {
      errors.add(e);
    } finally {
      end();
    }
  }

  private synchronized boolean begin() {
    boolean first = !begun;
    begun = true;
    return first;
  }

  private synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** Returns what was read, or throws what the reading failed with. */
  DecodedObjects objects() {
    run();
    awaitEnd();
    if (!errors.isEmpty()) {
      throw errors.get(0);
    }
    if (!exceptions.isEmpty()) {
      throw exceptions.get(0);
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
