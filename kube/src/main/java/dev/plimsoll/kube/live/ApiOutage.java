package dev.plimsoll.kube.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Tells of an API server that answers nothing: a line when that begins, a reminder each five
 * minutes, and a line when it is over. Watches, duties and the election ask {@link #isAnyOn} and
 * leave out lines of their own meanwhile, since the cause is one.
 *
 * <p>An outage has begun once three requests in a row could not be sent, or requests of three paths
 * in a row were answered with an error: one broken path is no outage. Any other answer ends it.
 */
public final class ApiOutage {
  private static final System.Logger LOG = System.getLogger(ApiOutage.class.getName());
  private static final int BEGINS_AFTER = 3;
  private static final Duration REMINDER = Duration.ofMinutes(5);

  /**
   * The least time between reports: an outage that begins earlier is reported then, if it still
   * lasts.
   */
  private static final Duration LEAST_BETWEEN = Duration.ofSeconds(30);

  private static final Map<String, ApiOutage> BY_SERVER = new ConcurrentHashMap<>();

  private final String server;
  private final System.Logger log;
  private final LongSupplier nanoTime;

  @GuardedBy("this")
  private final Set<String> paths = new HashSet<>();

  @GuardedBy("this")
  private Instant since = Instant.EPOCH;

  @GuardedBy("this")
  private long began;

  @GuardedBy("this")
  private long failures;

  @GuardedBy("this")
  private long unsent;

  @GuardedBy("this")
  private boolean isTold;

  @GuardedBy("this")
  private boolean hasLine;

  @GuardedBy("this")
  private long lastLine;

  @GuardedBy("this")
  private int watchers;

  private volatile boolean isOn;

  ApiOutage(String server, System.Logger log, LongSupplier nanoTime) {
    this.server = server;
    this.log = log;
    this.nanoTime = nanoTime;
  }

  /** Returns the outage of a server, which all connections to the server share. */
  static ApiOutage of(String server) {
    return BY_SERVER.computeIfAbsent(server, s -> new ApiOutage(s, LOG, System::nanoTime));
  }

  /** Returns whether an API server that this process is connected to answers nothing now. */
  public static boolean isAnyOn() {
    return BY_SERVER.values().stream().anyMatch(outage -> outage.isOn);
  }

  /**
   * Reports outages from now on. A command that asks once doesn't need this, since it reports
   * unread resources itself.
   */
  synchronized void watch() {
    watchers++;
  }

  /** Takes back one {@link #watch}. */
  synchronized void unwatch() {
    watchers--;
    if (watchers == 0) {
      isOn = false;
      isTold = false;
    }
  }

  boolean isOn() {
    return isOn;
  }

  /** A request had no answer. */
  synchronized void unanswered(String problem) {
    unsent++;
    failed(problem);
  }

  /** A request was answered so that nothing can be done with it. */
  synchronized void denied(String path, int status) {
    paths.add(path);
    failed(path + " was answered with " + status);
  }

  @GuardedBy("this")
  private void failed(String problem) {
    long now = nanoTime.getAsLong();
    if (failures++ == 0) {
      began = now;
      since = Instant.now();
    }
    isOn = watchers > 0 && (isOn || unsent >= BEGINS_AFTER || paths.size() >= BEGINS_AFTER);
    if (!isOn || (hasLine && now - lastLine < pause().toNanos())) {
      return;
    }
    tell(
        System.Logger.Level.WARNING,
        "the API server %s %s: %s; since %s, %d attempts failed; each watch and duty keeps trying"
            .formatted(
                server,
                isTold ? "still fails" : "fails",
                problem,
                since.truncatedTo(ChronoUnit.SECONDS),
                failures));
    isTold = true;
  }

  @GuardedBy("this")
  private Duration pause() {
    return isTold ? REMINDER : LEAST_BETWEEN;
  }

  /** A request was answered. */
  synchronized void answered() {
    if (isTold) {
      tell(
          System.Logger.Level.INFO,
          "the API server %s answers again after %d seconds and %d failed attempts"
              .formatted(
                  server, Duration.ofNanos(nanoTime.getAsLong() - began).toSeconds(), failures));
    }
    failures = 0;
    unsent = 0;
    paths.clear();
    isTold = false;
    isOn = false;
  }

  @GuardedBy("this")
  private void tell(System.Logger.Level level, String line) {
    hasLine = true;
    lastLine = nanoTime.getAsLong();
    log.log(level, line);
  }
}
