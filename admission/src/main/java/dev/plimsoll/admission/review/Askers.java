package dev.plimsoll.admission.review;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.watch.ChangeListener;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.server.http.Call;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The API servers that call the webhook. Anybody who reaches the webhook may send a review; only an
 * API server stores what the review is about. An address is an API server's once an object was
 * created that this address was the first to ask about: nobody else knows the object's UID before.
 */
public final class Askers implements ChangeListener {
  /** Beyond this number the oldest are forgotten. */
  private static final int MOST = 10_000;

  /** If {@link #alive} isn't called for so long, this process was stopped, or got no processor. */
  private static final long PAUSED = Duration.ofMillis(500).toNanos();

  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final Ticker ticker;

  /** The creations that were admitted and not seen yet, by UID. */
  @GuardedBy("this")
  private final Map<String, Admitted> admitted = new LinkedHashMap<>();

  /** When an object was last created that an address asked about, the longest ago first. */
  @GuardedBy("this")
  private final Map<String, Long> confirmedAt = new LinkedHashMap<>();

  /** The slowest creations of this minute and the one before. */
  @GuardedBy("this")
  private final long[] slowest = new long[2];

  @GuardedBy("this")
  private long minute;

  @GuardedBy("this")
  private Optional<Long> aliveAt = Optional.empty();

  /** When this process continued last after a pause; what began before tells nothing. */
  @GuardedBy("this")
  private Optional<Long> continuedAt = Optional.empty();

  private record Admitted(String address, long at) {}

  /** Creates an empty set. */
  public Askers(Ticker ticker) {
    this.ticker = ticker;
    this.minute = ticker.read();
  }

  /** Takes note of a creation that was admitted. */
  synchronized void admitted(String uid, Call call) {
    long now = ticker.read();
    admitted.putIfAbsent(uid, new Admitted(call.address(), now));
    limit(admitted, a -> now - a.at() > MINUTE);
  }

  /** Removes the oldest that are old, or too many. */
  private static <T> void limit(Map<String, T> map, Predicate<T> isOld) {
    Iterator<T> oldest = map.values().iterator();
    boolean isDue = true;
    while (isDue && oldest.hasNext()) {
      T next = oldest.next();
      isDue = map.size() > MOST || isOld.test(next);
      if (isDue) {
        oldest.remove();
      }
    }
  }

  /**
   * Returns whether a caller may have what failed requests hold: an API server may. While none is
   * known, anybody may.
   */
  synchronized boolean mayWait(Call call) {
    return call.hasCertificate()
        || confirmedAt.isEmpty()
        || confirmedAt.containsKey(call.address());
  }

  @Override
  public synchronized void changed(List<ObjectChange> changes, Cluster now) {
    for (ObjectChange change : changes) {
      if (change.before().isEmpty() && change.after().isPresent() && !admitted.isEmpty()) {
        Optional<Admitted> asked =
            Optional.ofNullable(admitted.remove(change.after().get().metadata().uid()));
        if (asked.isPresent()) {
          confirm(asked.get());
        }
      }
    }
  }

  @GuardedBy("this")
  private void confirm(Admitted carriedOut) {
    long now = ticker.read();
    confirmedAt.remove(carriedOut.address());
    confirmedAt.put(carriedOut.address(), now);
    limit(confirmedAt, at -> false);
    turn(now);
    notePause(now);
    if (continuedAt.filter(at -> carriedOut.at() - at < 0).isEmpty()) {
      slowest[0] = Math.max(slowest[0], now - carriedOut.at());
    }
  }

  /** Says that this process is running: to be called at least each 0.2 seconds. */
  public synchronized void alive() {
    long now = ticker.read();
    notePause(now);
    aliveAt = Optional.of(now);
  }

  /** A creation isn't slow because this process was stopped between answer and observation. */
  @GuardedBy("this")
  private void notePause(long now) {
    if (aliveAt.filter(at -> now - at > PAUSED).isPresent()) {
      continuedAt = Optional.of(now);
    }
  }

  @GuardedBy("this")
  private void turn(long now) {
    if (now - minute > MINUTE) {
      slowest[1] = now - minute > 2 * MINUTE ? 0 : slowest[0];
      slowest[0] = 0;
      minute = now;
    }
  }

  /** Returns how many creations and addresses are remembered. */
  synchronized int size() {
    return admitted.size() + confirmedAt.size();
  }

  /** Returns the longest time of late from an answer until its object was seen. */
  public synchronized Duration slowest() {
    turn(ticker.read());
    return Duration.ofNanos(Math.max(slowest[0], slowest[1]));
  }
}
