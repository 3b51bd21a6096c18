package dev.plimsoll.admission.controller;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.kubernetes.object.ApiObject;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The UIDs of objects that the informers have seen deleted. A reservation for such an object ends:
 * the object was stored, and uses nothing any more. Without this, an object that is created and
 * deleted between two resyncs would keep its reservation until the reservation expires.
 */
final class DeletedObjects {
  /** The oldest UID is forgotten beyond this number; its reservation then ends when it expires. */
  private static final int MOST = 100_000;

  private final Ticker ticker;
  private final long keptNanos;

  /** When each was deleted, the oldest first. */
  @GuardedBy("this")
  private final Map<String, Long> deletedAt = new LinkedHashMap<>();

  /**
   * Creates an empty set.
   *
   * @param kept how long a UID is kept: at least as long as a reservation lasts
   */
  DeletedObjects(Ticker ticker, Duration kept) {
    this.ticker = ticker;
    this.keptNanos = kept.toNanos();
  }

  /** Adds the objects that a change deleted or replaced by another object of the same name. */
  synchronized void add(List<ObjectChange> changes) {
    long now = ticker.read();
    for (ObjectChange change : changes) {
      change
          .before()
          .map(DeletedObjects::uid)
          .filter(before -> !isAfter(change, before))
          .ifPresent(uid -> deletedAt.put(uid, now));
    }
    Iterator<Long> oldest = deletedAt.values().iterator();
    boolean isDue = true;
    while (isDue && oldest.hasNext()) {
      isDue = now - oldest.next() > keptNanos || deletedAt.size() > MOST;
      if (isDue) {
        oldest.remove();
      }
    }
  }

  private static boolean isAfter(ObjectChange change, String uid) {
    return change.after().map(DeletedObjects::uid).filter(uid::equals).isPresent();
  }

  private static String uid(ApiObject object) {
    return object.metadata().uid();
  }

  /** Returns whether the object with this UID was seen deleted. */
  synchronized boolean contains(String uid) {
    return deletedAt.containsKey(uid);
  }

  /** Returns how many UIDs are kept. */
  synchronized int size() {
    return deletedAt.size();
  }
}
