package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.RelatedKinds;
import dev.plimsoll.kube.periodic.Ticker;
import java.util.Optional;

/** Keeps the objects of one kind current, on a thread of its own. */
final class Informer implements AutoCloseable {
  private final HealthLog health;
  private final ListWatch listWatch;
  private final Thread thread;
  private volatile boolean isClosed;

  Informer(
      Connection connection,
      WatchedKind kind,
      ClusterStore store,
      PolicyStore policies,
      RelatedKinds relatedKinds,
      InformerOptions options,
      Ticker ticker,
      Runnable afterDoubt) {
    String name = kind.list().kubectlName();
    this.health = new HealthLog(name, ticker);
    this.listWatch =
        new ListWatch(
            connection,
            kind,
            store,
            new ObjectDecoder(kind, health, policies, relatedKinds),
            health,
            new Backoff(options.initialBackoff(), options.maxBackoff()),
            options.longestSilence(),
            afterDoubt);
    this.thread = new Thread(listWatch::run, "plimsoll-informer-" + name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Returns whether its thread has ended without having been told to. */
  boolean hasDied() {
    return thread.getState() == Thread.State.TERMINATED && !isClosed;
  }

  /** Returns a sentence about the kind if it is served in versions that are not known only. */
  Optional<String> unknown() {
    return listWatch.unknown();
  }

  HealthLog health() {
    return health;
  }

  @Override
  public void close() {
    isClosed = true;
    listWatch.close();
    thread.interrupt();
  }
}
