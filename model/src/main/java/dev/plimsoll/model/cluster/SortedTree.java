package dev.plimsoll.model.cluster;

import java.util.AbstractCollection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A sorted map that never changes: {@link #with} and {@link #without} give others that share all
 * but the path to the entry, so that a change costs the same in a large cluster as in a small one.
 * An AVL tree.
 */
final class SortedTree<V> {
  private static final SortedTree<?> EMPTY = new SortedTree<>(null);

  private final @Nullable Branch<V> root;

  private SortedTree(@Nullable Branch<V> root) {
    this.root = root;
  }

  @SuppressWarnings("unchecked")
  static <V> SortedTree<V> empty() {
    return (SortedTree<V>) EMPTY;
  }

  static <V> SortedTree<V> of(SortedMap<String, V> entries) {
    List<Map.Entry<String, V>> sorted = new ArrayList<>(entries.entrySet());
    return new SortedTree<>(balanced(sorted, 0, sorted.size()));
  }

  private static <V> @Nullable Branch<V> balanced(
      List<Map.Entry<String, V>> sorted, int from, int to) {
    if (from == to) {
      return null;
    }
    int middle = (from + to) >>> 1;
    Map.Entry<String, V> entry = sorted.get(middle);
    return Branch.of(
        entry.getKey(),
        entry.getValue(),
        balanced(sorted, from, middle),
        balanced(sorted, middle + 1, to));
  }

  int size() {
    return Branch.entriesIn(root);
  }

  int depth() {
    return root == null ? 0 : root.height();
  }

  Optional<V> get(String key) {
    Branch<V> at = root;
    while (at != null) {
      int order = key.compareTo(at.key());
      if (order == 0) {
        return Optional.of(at.value());
      }
      at = order < 0 ? at.left() : at.right();
    }
    return Optional.empty();
  }

  SortedTree<V> with(String key, V value) {
    return new SortedTree<>(Branch.with(root, key, value));
  }

  SortedTree<V> without(String key) {
    return get(key).isEmpty() ? this : new SortedTree<>(Branch.without(root, key));
  }

  /** Returns the keys in order. */
  List<String> keys() {
    List<String> keys = new ArrayList<>(size());
    new InOrder<>(root).forEachRemaining(b -> keys.add(b.key()));
    return keys;
  }

  /** Returns the values in the order of their keys. */
  Collection<V> values() {
    return new AbstractCollection<>() {
      @Override
      public Iterator<V> iterator() {
        InOrder<V> branches = new InOrder<>(root);
        return new Iterator<>() {
          @Override
          public boolean hasNext() {
            return branches.hasNext();
          }

          @Override
          public V next() {
            return branches.next().value();
          }
        };
      }

      @Override
      public int size() {
        return SortedTree.this.size();
      }
    };
  }

  private static final class InOrder<V> implements Iterator<Branch<V>> {
    private final Deque<Branch<V>> path = new ArrayDeque<>();

    InOrder(@Nullable Branch<V> root) {
      descend(root);
    }

    private void descend(@Nullable Branch<V> from) {
      for (Branch<V> at = from; at != null; at = at.left()) {
        path.push(at);
      }
    }

    @Override
    public boolean hasNext() {
      return !path.isEmpty();
    }

    @Override
    public Branch<V> next() {
      if (path.isEmpty()) {
        throw new NoSuchElementException();
      }
      Branch<V> next = path.pop();
      descend(next.right());
      return next;
    }
  }
}
