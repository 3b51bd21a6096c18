package dev.plimsoll.server.election;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.live.ApiOutage;
import io.kubernetes.client.openapi.ApiException;
import java.util.concurrent.TimeoutException;

/**
 * Logs what keeps a Lease from being read or written: a line when that begins or changes, not one
 * for each attempt, and one when it is over. While the API server answers nothing that is the line.
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

  /** Tells of an attempt that failed. */
  void failed(String lease, Throwable failure) {
    failed(lease, problem(failure));
  }

  /** Tells that the lease was not given back. */
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
   * Tells of a write that failed for a reason that only the API server knows. One such write may
   * have come later than another replica's, so the first one in a row is no news.
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

  /** Tells of an attempt that didn't fail. */
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

  /** Tells that it could be read, and is another's. */
  synchronized void isOthers(String lease) {
    isUnwritten = false;
    if (!told.isEmpty()) {
      told = "";
      logger.log(System.Logger.Level.INFO, "lease " + lease + ": read again, another one leads");
    }
  }
}
