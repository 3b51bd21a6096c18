package dev.plimsoll.kube.file;

import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.model.object.GroupVersionKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Passes what is found in a file on to another sink, in order, from a thread beside the one that
 * reads. What that sink objects to comes before what is wrong further on in the file.
 */
final class BackgroundSink implements ObjectSink {
  private static final int BATCH = 256;
  private static final int MOST_WAITING = 16;

  private final ObjectSink sink;
  private final Executor thread;
  private final Deque<CompletableFuture<Void>> waiting = new ArrayDeque<>();
  private List<Consumer<ObjectSink>> batch = new ArrayList<>(BATCH);

  private BackgroundSink(ObjectSink sink, Executor thread) {
    this.sink = sink;
    this.thread = thread;
  }

  /** Lets a reader fill the sink, and returns when all has arrived there. */
  static void fill(ObjectSink sink, Consumer<ObjectSink> reader) {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    BackgroundSink background = new BackgroundSink(sink, thread);
    try {
      reader.accept(background);
    } finally {
      try {
        background.pass();
        background.await(0);
      } finally {
        thread.shutdown();
      }
    }
  }

  @Override
  public void object(JsonTree object, Place place) {
    add(s -> s.object(object, place));
  }

  @Override
  public void item(JsonTree object, GroupVersionKind type, Place place) {
    add(s -> s.item(object, type, place));
  }

  @Override
  public void listed(GroupVersionKind type) {
    add(s -> s.listed(type));
  }

  @Override
  public void foreign(Place place) {
    add(s -> s.foreign(place));
  }

  private void add(Consumer<ObjectSink> call) {
    batch.add(call);
    if (batch.size() == BATCH) {
      pass();
      await(MOST_WAITING);
    }
  }

  private void pass() {
    List<Consumer<ObjectSink>> calls = batch;
    batch = new ArrayList<>(BATCH);
    Runnable task = () -> calls.forEach(call -> call.accept(sink));
    waiting.add(
        waiting.isEmpty()
            ? CompletableFuture.runAsync(task, thread)
            : waiting.getLast().thenRunAsync(task, thread));
  }

  private void await(int most) {
    while (waiting.size() > most) {
      try {
        waiting.getFirst().join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof RuntimeException cause) {
          batch.clear();
          waiting.clear();
          throw cause;
        }
        throw e;
      }
      waiting.removeFirst();
    }
  }
}
