package dev.plimsoll.extender.decision;

import dev.plimsoll.kube.watch.Change;
import dev.plimsoll.model.cluster.Cluster;
import java.util.ArrayList;
import java.util.List;

/** The changes that come while a recount is under way, to be taken in after it. */
final class ChangeLog {
  private final List<Entry> entries = new ArrayList<>();
  private boolean open;

  /** A change, and the picture after it. */
  record Entry(Change change, Cluster now) {}

  void open() {
    open = true;
  }

  void add(Change change, Cluster now) {
    if (open) {
      entries.add(new Entry(change, now));
    }
  }

  List<Entry> close() {
    open = false;
    List<Entry> all = List.copyOf(entries);
    entries.clear();
    return all;
  }
}
