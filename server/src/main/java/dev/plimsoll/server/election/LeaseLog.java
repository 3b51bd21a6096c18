package dev.plimsoll.server.election;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.live.ApiOutage;
import io.kubernetes.client.openapi.ApiException;
import java.util.concurrent.TimeoutException;

/**
 * Logs failures to read or write a Lease: a line when a failure begins or changes, and a line when
 * it is over. While the API server doesn't answer, only that outage is logged.
 */
final class LeaseLog {
  private final System.Logger logger;

  @GuardedBy("this")
  private String told = "";

  @GuardedBy("this")
  private boolean isUnwritten;

  @GuardedBy("this")
  private boolean isClosed;

  LeaseLog(System.Logger logger) {
    this.logger = logger;
  }

  /** Logs a failed attempt. */
  void failed(String lease, Throwable failure) {
    failed(lease, problem(failure));
  }

  /** Logs that the Lease was not released. */
  void unreleased(String lease, String problem) {
    logger.log(
        System.Logger.Level.WARNING,
        "lease "
            + lease
            + " not released: "
            + problem
            + "; another replica waits until it expires");
  }

  static String problem(Throwable failure) {
    if (failure instanceof ApiException answer && answer.getCode() != 0) {
      return "the API server answered " + answer.getCode();
    }
    return failure instanceof ApiException || failure instanceof TimeoutException
        ? "the API server doesn't answer"
        : failure.toString();
  }

  /**
   * Logs a failed write whose reason only the API server knows. One such write may have come later
   * than another replica's, so the first one in a row is no news.
   */
  synchronized void unwritten(String lease) {
    if (isUnwritten) {
      failed(lease, "it could not be written");
    }
    isUnwritten = true;
  }

  private synchronized void failed(String lease, String problem) {
    if (!isClosed && !problem.equals(told)) {
      told = problem;
      if (!ApiOutage.isAnyOn()) {
        logger.log(System.Logger.Level.WARNING, "lease " + lease + ": " + problem + ", will retry");
      }
    }
  }

  /** Logs the end of failures after a successful write. */
  synchronized void written(String lease) {
    isUnwritten = false;
    if (!told.isEmpty()) {
      told = "";
      logger.log(System.Logger.Level.INFO, "lease " + lease + ": written again");
    }
  }

  /** Ends the log: closing interrupts an attempt, which then fails. */
  synchronized void close() {
    isClosed = true;
  }

  /** Logs the end of failures if another replica holds the Lease. */
  synchronized void isOthers(String lease) {
    isUnwritten = false;
    if (!told.isEmpty()) {
      told = "";
      logger.log(System.Logger.Level.INFO, "lease " + lease + ": read again, another one leads");
    }
  }
}
