package dev.plimsoll.extender.scheduler;

import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.model.cluster.Cluster;
import java.util.ArrayList;
import java.util.List;

/** The changes that arrive during a resync, to be applied after it. */
final class ResyncBacklog {
  private final List<Entry> entries = new ArrayList<>();
  private boolean open;

  /** A change, and the cluster after it. */
  record Entry(ObjectChange change, Cluster now) {}

  /** Begins; what an attempt has left that failed is forgotten. */
  void open() {
    entries.clear();
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
