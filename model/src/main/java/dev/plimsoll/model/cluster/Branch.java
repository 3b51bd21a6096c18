package dev.plimsoll.model.cluster;

import org.jspecify.annotations.Nullable;

/**
 * A node of a {@link SortedTree}.
 *
 * @param height the length of the longest path down from here, itself included
 * @param size the number of entries from here down
 */
record Branch<V>(
    String key,
    V value,
    @Nullable Branch<V> left,
    @Nullable Branch<V> right,
    int height,
    int size) {

  static <V> Branch<V> of(
      String key, V value, @Nullable Branch<V> left, @Nullable Branch<V> right) {
    return new Branch<>(
        key,
        value,
        left,
        right,
        1 + Math.max(heightOf(left), heightOf(right)),
        1 + entriesIn(left) + entriesIn(right));
  }

  static int entriesIn(@Nullable Branch<?> branch) {
    return branch == null ? 0 : branch.size();
  }

  private static int heightOf(@Nullable Branch<?> branch) {
    return branch == null ? 0 : branch.height();
  }

  static <V> Branch<V> with(@Nullable Branch<V> at, String key, V value) {
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

  static <V> @Nullable Branch<V> without(@Nullable Branch<V> at, String key) {
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
    Branch<V> next = at.right();
    while (next.left() != null) {
      next = next.left();
    }
    return balanced(next, at.left(), without(at.right(), next.key()));
  }

  /** Puts new children under a branch's entry; their heights differ by two at most. */
  private static <V> Branch<V> balanced(
      Branch<V> entry, @Nullable Branch<V> left, @Nullable Branch<V> right) {
    if (left != null && heightOf(left) > heightOf(right) + 1) {
      Branch<V> heavy =
          left.right() != null && heightOf(left.right()) > heightOf(left.left())
              ? raisedRight(left)
              : left;
      return of(
          heavy.key(),
          heavy.value(),
          heavy.left(),
          of(entry.key(), entry.value(), heavy.right(), right));
    }
    if (right != null && heightOf(right) > heightOf(left) + 1) {
      Branch<V> heavy =
          right.left() != null && heightOf(right.left()) > heightOf(right.right())
              ? raisedLeft(right)
              : right;
      return of(
          heavy.key(),
          heavy.value(),
          of(entry.key(), entry.value(), left, heavy.left()),
          heavy.right());
    }
    return of(entry.key(), entry.value(), left, right);
  }

  private static <V> Branch<V> raisedRight(Branch<V> branch) {
    Branch<V> up = branch.right();
    return up == null
        ? branch
        : of(
            up.key(),
            up.value(),
            of(branch.key(), branch.value(), branch.left(), up.left()),
            up.right());
  }

  private static <V> Branch<V> raisedLeft(Branch<V> branch) {
    Branch<V> up = branch.left();
    return up == null
        ? branch
        : of(
            up.key(),
            up.value(),
            up.left(),
            of(branch.key(), branch.value(), up.right(), branch.right()));
  }
}
