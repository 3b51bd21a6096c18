package dev.plimsoll.extender.scheduler;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.kubernetes.cluster.SortedTree;
import dev.plimsoll.kubernetes.object.Pod;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The pods without a node that something is known about, by UID; all else is derived from the
 * entries. A table never changes: each change returns another.
 *
 * @param entries all entries that are not blank
 * @param inFlight the entries that count as if they were placed
 * @param unknown the entries of unknown pods
 * @param gone the UIDs of the last pods whose end a watch has shown: the scheduler may still ask
 *     about one
 * @param asked how often the scheduler has asked about a pod that no watch had shown
 * @param expires before this moment no entry expires
 */
@RecordBuilder
record PodTable(
    SortedTree<String, PodEntry> entries,
    SortedTree<String, PodEntry> inFlight,
    SortedTree<String, PodEntry> unknown,
    GonePods gone,
    long asked,
    long expires)
    implements PodTableBuilder.With {
  static final int MOST_UNKNOWN = 1000;
  static final PodTable EMPTY =
      new PodTable(
          SortedTree.empty(),
          SortedTree.empty(),
          SortedTree.empty(),
          GonePods.NONE,
          0,
          Long.MAX_VALUE);

  Optional<PodEntry> get(String uid) {
    return entries.get(uid);
  }

  Optional<PodEntry> get(Pod pod) {
    return get(AssumedPod.uid(pod));
  }

  /** Returns the table with an entry in the place of the one with this UID. */
  PodTable with(String uid, Optional<PodEntry> after) {
    return new PodTable(
        put(entries, uid, after.filter(e -> !e.isBlank())),
        put(inFlight, uid, after.filter(PodEntry::isInFlight)),
        put(unknown, uid, after.filter(PodEntry::isUnknown)),
        gone,
        asked,
        after.map(e -> Math.min(expires, e.expires())).orElse(expires));
  }

  private static SortedTree<String, PodEntry> put(
      SortedTree<String, PodEntry> some, String uid, Optional<PodEntry> entry) {
    return entry.map(e -> some.with(uid, e)).orElseGet(() -> some.without(uid));
  }

  /** Returns the table after everything that has expired was taken care of. */
  PodTable unexpired() {
    return withExpires(
        inFlight.values().stream().mapToLong(PodEntry::expires).min().orElse(Long.MAX_VALUE));
  }

  PodTable withGone(Pod pod) {
    String uid = pod.metadata().uid();
    return uid.isEmpty() ? this : withGone(gone.with(uid));
  }

  /** Returns an unknown pod that makes way for another, because it counts no more. */
  Optional<PodEntry> lapsed(long now) {
    return unknown.values().stream()
        .filter(e -> e.phase() instanceof PodPhase.Unknown u && u.until() <= now)
        .findFirst();
  }

  Collection<PodEntry> all() {
    return entries.values();
  }

  Stream<PodEntry> assumed() {
    return inFlight.values().stream().filter(PodEntry::isAssumed);
  }

  Stream<PodEntry> held() {
    return all().stream().filter(PodEntry::isHeld);
  }

  /** Returns the pods of a namespace that are in flight. */
  List<Pod> inFlight(String namespace) {
    return inFlight.values().stream()
        .map(PodEntry::pod)
        .filter(p -> p.namespace().equals(namespace))
        .toList();
  }

  /** Returns a pod as it counts, if it is in flight. */
  Optional<Pod> inFlight(Pod pod) {
    return inFlight.get(AssumedPod.uid(pod)).map(PodEntry::pod);
  }

  /** Returns the assumed pods that may come to any node. */
  List<Pod> toAnyNode() {
    return assumed().filter(PodEntry::isToAnyNode).map(PodEntry::pod).toList();
  }

  /** Returns the pods that come to nodes, or are to once others have been evicted, by node. */
  Map<String, List<Pod>> toNodes() {
    return inFlight.values().stream()
        .filter(e -> !e.isToAnyNode() && !e.node().isEmpty())
        .collect(groupingBy(PodEntry::node, mapping(PodEntry::pod, toList())));
  }

  /**
   * Returns the other pods that count on nodes when a pod is to go there, by node. As in
   * kube-scheduler, these are the pods being bound to the node, and the pods nominated for it whose
   * priority is not lower.
   */
  Map<String, List<Pod>> before(Pod pod) {
    Map<String, List<Pod>> before = new HashMap<>();
    for (PodEntry entry : inFlight.values()) {
      String node = entry.node();
      boolean isBeingBound = entry.isAssumed() && !entry.isToAnyNode();
      boolean isBefore =
          isBeingBound || Preemption.priority(entry.pod()) >= Preemption.priority(pod);
      if (!node.isEmpty() && isBefore && !entry.uid().equals(AssumedPod.uid(pod))) {
        before.computeIfAbsent(node, n -> new ArrayList<>()).add(entry.pod());
      }
    }
    return before;
  }
}
