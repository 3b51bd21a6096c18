package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.ClusterUsage;
import dev.plimsoll.kube.watch.ObjectChange;
import dev.plimsoll.model.cluster.Cluster;
import java.util.ArrayList;
import java.util.List;

/** The changes that arrive during a resync, to be applied to what it counts. */
final class ResyncBacklog {
  private final List<Entry> entries = new ArrayList<>();
  private boolean open;

  /** A change, and the cluster after it. */
  record Entry(ObjectChange change, Cluster now) {
    void applyTo(ClusterUsage usage) {
      usage.changed(change.before(), change.after(), now);
    }
  }

  void open() {
    entries.clear();
    open = true;
  }

  void add(ObjectChange objectChange, Cluster now) {
    if (open) {
      entries.add(new Entry(objectChange, now));
    }
  }

  int size() {
    return entries.size();
  }

  /** Returns what has arrived since the last time. */
  List<Entry> take() {
    List<Entry> all = List.copyOf(entries);
    entries.clear();
    return all;
  }

  /** Ends; nothing is kept any more. */
  void close() {
    open = false;
    entries.clear();
  }
}
