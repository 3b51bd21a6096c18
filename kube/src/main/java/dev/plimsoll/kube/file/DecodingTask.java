package dev.plimsoll.kube.file;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Decodes a part of a file, once, in the thread that comes first.
 *
 * <p>It signals its end and keeps its failure without allocating memory. The tasks of {@code
 * java.util.concurrent} may fail to do so after an {@link OutOfMemoryError}, and threads that wait
 * for them wait for ever. A thread may end for the same reason before it begins the task, so {@link
 * #objects} begins the task if no thread did.
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

  /** Returns the decoded objects, or throws the failure of the decoding. */
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
