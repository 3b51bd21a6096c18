package dev.plimsoll.admission.ledger;

import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.TaskStatus;
import java.time.Duration;

/** Returns the parts of ledgers that this process holds, when they are due and at the end. */
public final class EscrowReturns implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final Reserver reserver;
  private final PeriodicTask task;

  private EscrowReturns(Reserver reserver) {
    this.reserver = reserver;
    this.task =
        PeriodicTask.start("escrow", RunInterval.every(PAUSE), () -> reserver.settle(TIMEOUT));
  }

  /** Starts to return what is due. */
  public static EscrowReturns start(Reserver reserver) {
    return new EscrowReturns(reserver);
  }

  /** Returns the status of the task. */
  public TaskStatus status() {
    return task.status();
  }

  @Override
  public void close() {
    task.close();
    try {
      reserver.close(TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
