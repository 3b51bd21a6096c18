package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.RelatedKinds;
import java.time.Clock;

/** Keeps the objects of one kind current, on a thread of its own. */
final class Informer implements AutoCloseable {
  private final HealthLog health;
  private final ListWatch listWatch;
  private final Thread thread;

  Informer(
      Connection connection,
      WatchedKind kind,
      ClusterStore store,
      PolicyStore policies,
      RelatedKinds relatedKinds,
      InformerOptions options,
      Clock clock) {
    String plural = kind.resource().plural();
    this.health = new HealthLog(plural, clock);
    this.listWatch =
        new ListWatch(
            connection,
            kind,
            store,
            new ObjectDecoder(kind, health, policies, relatedKinds),
            health,
            new Backoff(options.initialBackoff(), options.maxBackoff()));
    this.thread = new Thread(listWatch::run, "plimsoll-informer-" + plural);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  HealthLog health() {
    return health;
  }

  @Override
  public void close() {
    listWatch.close();
    thread.interrupt();
  }
}
