package dev.plimsoll.kube.periodic;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Limits lines that callers can cause at will. It logs one line in ten seconds at most, with the
 * number of lines left out before it. Safe for use by several threads.
 */
public final class LimitedLog {
  private static final long INTERVAL = Duration.ofSeconds(10).toNanos();
  private static final int MOST_FRAMES = 8;

  private final System.Logger logger;
  private final Ticker ticker;

  @GuardedBy("this")
  private long lastLine;

  @GuardedBy("this")
  private boolean hasLine;

  @GuardedBy("this")
  private long leftOut;

  /** Creates a log that writes to a logger. */
  public LimitedLog(System.Logger logger, Ticker ticker) {
    this.logger = logger;
    this.ticker = ticker;
  }

  /**
   * Logs a warning, or counts it.
   *
   * @return whether it was logged
   */
  @CanIgnoreReturnValue
  public boolean warn(String line) {
    return log(System.Logger.Level.WARNING, line);
  }

  /**
   * Logs a defect as one line with the methods that it came from; the stack trace is logged at
   * level debug.
   */
  public void defect(String what, Throwable defect) {
    log(System.Logger.Level.ERROR, what + ": " + oneLine(defect));
    logger.log(System.Logger.Level.DEBUG, what, defect);
  }

  private boolean log(System.Logger.Level level, String line) {
    long before = take();
    if (before == 0) {
      logger.log(level, line);
    } else if (before > 0) {
      logger.log(level, line + " (" + before + " similar lines were left out before)");
    }
    return before >= 0;
  }

  /** Returns how many lines were left out if one may be logged now, -1 otherwise. */
  private synchronized long take() {
    long now = ticker.read();
    if (hasLine && now - lastLine < INTERVAL) {
      leftOut++;
      return -1;
    }
    long before = leftOut;
    leftOut = 0;
    hasLine = true;
    lastLine = now;
    return before;
  }

  private static String oneLine(Throwable defect) {
    String methods =
        Arrays.stream(defect.getStackTrace())
            .limit(MOST_FRAMES)
            .map(f -> f.getMethodName() + "(" + f.getFileName() + ":" + f.getLineNumber() + ")")
            .collect(Collectors.joining(" < "));
    return String.valueOf(defect).lines().findFirst().orElse("") + " at " + methods;
  }
}
