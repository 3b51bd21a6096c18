package dev.plimsoll.model.cluster;

import org.jspecify.annotations.Nullable;

/**
 * A node of a {@link SortedTree}.
 *
 * @param height the length of the longest path down from here, itself included
 * @param size the number of entries from here down
 */
record SortedTreeNode<K extends Comparable<? super K>, V>(
    K key,
    V value,
    @Nullable SortedTreeNode<K, V> left,
    @Nullable SortedTreeNode<K, V> right,
    int height,
    int size) {

  static <K extends Comparable<? super K>, V> SortedTreeNode<K, V> of(
      K key, V value, @Nullable SortedTreeNode<K, V> left, @Nullable SortedTreeNode<K, V> right) {
    return new SortedTreeNode<>(
        key,
        value,
        left,
        right,
        1 + Math.max(heightOf(left), heightOf(right)),
        1 + entriesIn(left) + entriesIn(right));
  }

  static int entriesIn(@Nullable SortedTreeNode<?, ?> sortedTreeNode) {
    return sortedTreeNode == null ? 0 : sortedTreeNode.size();
  }

  private static int heightOf(@Nullable SortedTreeNode<?, ?> sortedTreeNode) {
    return sortedTreeNode == null ? 0 : sortedTreeNode.height();
  }

  static <K extends Comparable<? super K>, V> SortedTreeNode<K, V> with(
      @Nullable SortedTreeNode<K, V> at, K key, V value) {
    if (at == null) {
      return of(key, value, null, null);
    }
    int order = key.compareTo(at.key());
    if (order == 0) {
      return of(key, value, at.left(), at.right());
    }
    return order < 0
        ? balanced(at, with(at.left(), key, value), at.right())
        : balanced(at, at.left(), with(at.right(), key, value));
  }

  static <K extends Comparable<? super K>, V> @Nullable SortedTreeNode<K, V> without(
      @Nullable SortedTreeNode<K, V> at, K key) {
    if (at == null) {
      return null;
    }
    int order = key.compareTo(at.key());
    if (order < 0) {
      return balanced(at, without(at.left(), key), at.right());
    }
    if (order > 0) {
      return balanced(at, at.left(), without(at.right(), key));
    }
    if (at.left() == null || at.right() == null) {
      return at.left() == null ? at.right() : at.left();
    }
    SortedTreeNode<K, V> next = at.right();
    while (next.left() != null) {
      next = next.left();
    }
    return balanced(next, at.left(), without(at.right(), next.key()));
  }

  /** Puts new children under a branch's entry; their heights differ by two at most. */
  private static <K extends Comparable<? super K>, V> SortedTreeNode<K, V> balanced(
      SortedTreeNode<K, V> entry,
      @Nullable SortedTreeNode<K, V> left,
      @Nullable SortedTreeNode<K, V> right) {
    if (left != null && heightOf(left) > heightOf(right) + 1) {
      SortedTreeNode<K, V> heavy =
          left.right() != null && heightOf(left.right()) > heightOf(left.left())
              ? rotatedRight(left)
              : left;
      return of(
          heavy.key(),
          heavy.value(),
          heavy.left(),
          of(entry.key(), entry.value(), heavy.right(), right));
    }
    if (right != null && heightOf(right) > heightOf(left) + 1) {
      SortedTreeNode<K, V> heavy =
          right.left() != null && heightOf(right.left()) > heightOf(right.right())
              ? rotatedLeft(right)
              : right;
      return of(
          heavy.key(),
          heavy.value(),
          of(entry.key(), entry.value(), left, heavy.left()),
          heavy.right());
    }
    return of(entry.key(), entry.value(), left, right);
  }

  private static <K extends Comparable<? super K>, V> SortedTreeNode<K, V> rotatedRight(
      SortedTreeNode<K, V> sortedTreeNode) {
    SortedTreeNode<K, V> up = sortedTreeNode.right();
    return up == null
        ? sortedTreeNode
        : of(
            up.key(),
            up.value(),
            of(sortedTreeNode.key(), sortedTreeNode.value(), sortedTreeNode.left(), up.left()),
            up.right());
  }

  private static <K extends Comparable<? super K>, V> SortedTreeNode<K, V> rotatedLeft(
      SortedTreeNode<K, V> sortedTreeNode) {
    SortedTreeNode<K, V> up = sortedTreeNode.left();
    return up == null
        ? sortedTreeNode
        : of(
            up.key(),
            up.value(),
            up.left(),
            of(sortedTreeNode.key(), sortedTreeNode.value(), up.right(), sortedTreeNode.right()));
  }
}
