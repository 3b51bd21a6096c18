package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.live.Connection;
import io.kubernetes.client.informer.cache.ReflectorRunnable;
import java.time.Clock;

/** Keeps the objects of one kind current, on a thread of its own. */
final class Informer implements AutoCloseable {
  private final HealthLog health;
  private final Backoff backoff;
  private final ReflectorRunnable<WatchedObject, WatchedObject.ObjectList> reflector;
  private final Thread thread;

  Informer(
      Connection connection,
      WatchedKind kind,
      ClusterStore state,
      PolicyStore policies,
      InformerOptions options,
      Clock clock) {
    this.health = new HealthLog(kind.resource().plural(), clock);
    this.backoff = new Backoff(options.initialBackoff(), options.maxBackoff());
    this.reflector =
        new ReflectorRunnable<>(
            WatchedObject.class,
            new ListWatch(connection, kind, state, policies, health, backoff),
            new StoreQueue(kind, state, health),
            (type, problem) -> failed(problem));
    this.thread = new Thread(this::run, "plimsoll-watch-" + kind.resource().plural());
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** The reflector returns when it has to list again. */
  private void run() {
    while (!backoff.isStopped()) {
      reflector.run();
    }
  }

  private void failed(Throwable problem) {
    if (backoff.isStopped()) {
      return;
    }
    if (problem instanceof StreamWatcher.GoneException) {
      backoff.failed();
      health.failed("The version to watch from is forgotten, so all is listed again.");
    } else if (!(problem instanceof IllegalStateException)) {
      backoff.failed();
      health.failed("Watching failed: " + problem + ".");
    }
  }

  HealthLog health() {
    return health;
  }

  @Override
  public void close() {
    backoff.stop();
    reflector.stop();
    thread.interrupt();
  }

  /** Waits for the end of a feed that is closed. */
  void join() throws InterruptedException {
    thread.join();
  }
}
