package dev.plimsoll.kubernetes.placement.snapshot;

import java.util.AbstractList;
import java.util.RandomAccess;

/** Names of some of a snapshot's nodes, known by their indexes. Immutable. */
public final class IndexedNodeNames extends AbstractList<String> implements RandomAccess {
  private final SnapshotBase base;
  private final int[] indexes;

  IndexedNodeNames(SnapshotBase base, int[] indexes) {
    this.base = base;
    this.indexes = indexes;
  }

  @Override
  public int size() {
    return indexes.length;
  }

  @Override
  public String get(int position) {
    return base.name(indexes[position]);
  }

  /** Returns whether these are names of that snapshot's nodes, so that the indexes hold there. */
  boolean isOf(SnapshotBase other) {
    return base == other;
  }

  int index(int position) {
    return indexes[position];
  }
}
