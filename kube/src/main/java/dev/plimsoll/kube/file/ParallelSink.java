package dev.plimsoll.kube.file;

import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Decodes and checks the objects of a file in one thread per processor, and collects them in the
 * order of the file. Of several errors, the first in the file is reported.
 */
final class ParallelSink implements ObjectSink {
  private static final int BATCH = 256;
  private static final int MOST_WAITING = 8;
  private static final int STOP_SECONDS = 10;

  private final SnapshotCollector collector;
  private final int chunkSize;
  private final ExecutorService threads;
  private final Deque<DecodingTask> waiting = new ArrayDeque<>();
  private List<Consumer<ObjectSink>> batch = new ArrayList<>(BATCH);

  private ParallelSink(
      SnapshotCollector snapshotCollector, int pieceSize, ExecutorService threads) {
    this.collector = snapshotCollector;
    this.chunkSize = pieceSize;
    this.threads = threads;
  }

  /**
   * Lets a reader fill the sink, and returns when all is gathered.
   *
   * @param pieceSize how many bytes of a list one of the threads reads at a time, zero for leaving
   *     the reading to the reader
   */
  static void fill(
      SnapshotCollector snapshotCollector, int pieceSize, Consumer<ObjectSink> reader) {
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Runtime.getRuntime().availableProcessors(),
            run -> {
              Thread thread = new Thread(run, "plimsoll-decode");
              thread.setDaemon(true);
              thread.setUncaughtExceptionHandler((ended, failure) -> {});
              return thread;
            });
    ParallelSink background = new ParallelSink(snapshotCollector, pieceSize, threads);
    try {
      reader.accept(background);
    } finally {
      try {
        background.await();
      } finally {
        stop(threads);
      }
    }
  }

  /** Waits for the tasks that were begun, because the report of a failure may need their memory. */
  private static void stop(ExecutorService threads) {
    threads.shutdownNow();
    try {
      boolean unused = threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void object(JsonTree object, DocumentLocation documentLocation) {
    add(s -> s.object(object, documentLocation));
  }

  @Override
  public void item(JsonTree object, GroupVersionKind type, DocumentLocation documentLocation) {
    add(s -> s.item(object, type, documentLocation));
  }

  @Override
  public void listed(GroupVersionKind type, DocumentLocation documentLocation) {
    add(s -> s.listed(type, documentLocation));
  }

  @Override
  public void unrecognized(DocumentLocation documentLocation) {
    add(s -> s.unrecognized(documentLocation));
  }

  private void add(Consumer<ObjectSink> call) {
    batch.add(call);
    if (batch.size() == BATCH) {
      pass();
    }
  }

  private void pass() {
    List<Consumer<ObjectSink>> calls = batch;
    batch = new ArrayList<>(BATCH);
    start(sink -> calls.forEach(call -> call.accept(sink)));
  }

  @Override
  public int chunkSize() {
    return chunkSize;
  }

  @Override
  public void chunk(Consumer<ObjectSink> work) {
    pass();
    start(work);
  }

  @Override
  public void await() {
    pass();
    gather(0);
  }

  private void start(Consumer<ObjectSink> work) {
    DecodingTask task = new DecodingTask(work);
    waiting.add(task);
    threads.execute(task);
    gather(MOST_WAITING);
  }

  private void gather(int most) {
    while (waiting.size() > most) {
      DecodedObjects objects;
      try {
        objects = waiting.removeFirst().objects();
      } catch (RuntimeException | Error e) {
        batch.clear();
        waiting.clear();
        throw e;
      }
      objects.addTo(collector);
    }
  }
}
