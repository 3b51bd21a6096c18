package dev.plimsoll.extender.scheduler;

import dev.plimsoll.kubernetes.cluster.SortedTree;

/**
 * The UIDs of the last ten thousand pods whose end a watch has shown. An instance never changes.
 */
record GonePods(SortedTree<String, Long> numbers, SortedTree<Long, String> uids, long next) {
  static final int MOST = 10_000;
  static final GonePods NONE = new GonePods(SortedTree.empty(), SortedTree.empty(), 0);

  boolean contains(String uid) {
    return numbers.get(uid).isPresent();
  }

  GonePods with(String uid) {
    if (contains(uid)) {
      return this;
    }
    long oldest = next - MOST;
    SortedTree<String, Long> left =
        uids.get(oldest).map(numbers::without).orElse(numbers).with(uid, next);
    return new GonePods(left, uids.without(oldest).with(next, uid), next + 1);
  }
}
