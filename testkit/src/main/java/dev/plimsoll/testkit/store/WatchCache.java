package dev.plimsoll.testkit.store;

import dev.plimsoll.testkit.api.StatusError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The changes since the last compaction, one a revision. Guarded by its {@link ApiStore}. */
final class WatchCache {
  private static final int MAX_EVENTS = 200_000;

  private final List<StoreEvent> storeEvents = new ArrayList<>();
  private long compacted;

  WatchCache(long compacted) {
    this.compacted = compacted;
  }

  void add(StoreEvent storeEvent) {
    storeEvents.add(storeEvent);
    if (storeEvents.size() > MAX_EVENTS) {
      forgetUpTo(storeEvents.get(MAX_EVENTS / 2).revision());
    }
  }

  void forgetUpTo(long revision) {
    int count = (int) Math.max(0, Math.min(storeEvents.size(), revision - compacted));
    storeEvents.subList(0, count).clear();
    compacted += count;
  }

  /** Everything after the revision; 410 if that is no longer known. */
  List<StoreEvent> after(long revision) {
    if (revision < compacted) {
      throw StatusError.expired("too old resource version: %d (%d)".formatted(revision, compacted));
    }
    int from = (int) Math.min(storeEvents.size(), revision - compacted);
    return List.copyOf(storeEvents.subList(from, storeEvents.size()));
  }

  /** Everything up to the revision that is still known. */
  List<StoreEvent> upTo(long revision) {
    return storeEvents.stream().filter(e -> e.revision() <= revision).toList();
  }

  /** For each path changed since the revision, the change that shows its state at the revision. */
  Map<String, StoreEvent> undone(long revision, Predicate<ObjectKey> which) {
    Map<String, StoreEvent> first = new TreeMap<>();
    for (StoreEvent storeEvent : after(revision)) {
      if (which.test(storeEvent.key())) {
        first.putIfAbsent(storeEvent.key().path(), storeEvent);
      }
    }
    return first;
  }

  boolean knows(long revision) {
    return revision >= compacted;
  }
}
