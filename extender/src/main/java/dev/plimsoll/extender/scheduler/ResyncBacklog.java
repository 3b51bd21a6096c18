package dev.plimsoll.extender.scheduler;

import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.model.cluster.Cluster;
import java.util.ArrayList;
import java.util.List;

/** The changes that come while a recount is under way, to be taken in after it. */
final class ResyncBacklog {
  private final List<Entry> entries = new ArrayList<>();
  private boolean open;

  /** A change, and the picture after it. */
  record Entry(ObjectChange change, Cluster now) {}

  void open() {
    open = true;
  }

  void add(ObjectChange objectChange, Cluster now) {
    if (open) {
      entries.add(new Entry(objectChange, now));
    }
  }

  List<Entry> close() {
    open = false;
    List<Entry> all = List.copyOf(entries);
    entries.clear();
    return all;
  }
}
