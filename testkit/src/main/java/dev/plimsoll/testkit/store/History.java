package dev.plimsoll.testkit.store;

import dev.plimsoll.testkit.api.StatusError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The changes since the last compaction, one a revision. Guarded by its {@link Store}. */
final class History {
  private static final int MOST = 200_000;

  private final List<Change> changes = new ArrayList<>();
  private long compacted;

  History(long compacted) {
    this.compacted = compacted;
  }

  void add(Change change) {
    changes.add(change);
    if (changes.size() > MOST) {
      forgetUpTo(changes.get(MOST / 2).revision());
    }
  }

  void forgetUpTo(long revision) {
    int count = (int) Math.max(0, Math.min(changes.size(), revision - compacted));
    changes.subList(0, count).clear();
    compacted += count;
  }

  /** Everything after the revision; 410 if that is no longer known. */
  List<Change> after(long revision) {
    if (revision < compacted) {
      throw StatusError.expired("too old resource version: %d (%d)".formatted(revision, compacted));
    }
    int from = (int) Math.min(changes.size(), revision - compacted);
    return List.copyOf(changes.subList(from, changes.size()));
  }

  /** For each path changed since the revision, the change that shows its state at the revision. */
  Map<String, Change> undone(long revision, Predicate<ObjectKey> which) {
    Map<String, Change> first = new TreeMap<>();
    for (Change change : after(revision)) {
      if (which.test(change.key())) {
        first.putIfAbsent(change.key().path(), change);
      }
    }
    return first;
  }

  boolean knows(long revision) {
    return revision >= compacted;
  }
}
