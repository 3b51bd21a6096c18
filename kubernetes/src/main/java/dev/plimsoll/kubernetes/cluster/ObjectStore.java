package dev.plimsoll.kubernetes.cluster;

import dev.plimsoll.kubernetes.object.ApiObject;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The objects of one type by namespace and name; never changed. */
final class ObjectStore<T extends ApiObject> {
  private static final ObjectStore<?> EMPTY = new ObjectStore<>(SortedTree.empty());

  private final SortedTree<String, SortedTree<String, T>> byNamespace;

  ObjectStore(SortedTree<String, SortedTree<String, T>> byNamespace) {
    this.byNamespace = byNamespace;
  }

  @SuppressWarnings("unchecked")
  static <T extends ApiObject> ObjectStore<T> empty() {
    return (ObjectStore<T>) EMPTY;
  }

  Collection<T> in(String namespace) {
    return byNamespace.get(namespace).map(SortedTree::values).orElseGet(Collections::emptyList);
  }

  Optional<T> find(String namespace, String identity) {
    return byNamespace.get(namespace).flatMap(n -> n.get(identity));
  }

  /** Returns whether nobody has changed the objects of a namespace between the two. */
  boolean hasSame(String namespace, ObjectStore<?> other) {
    Object own = byNamespace.get(namespace).orElse(null);
    return own == other.byNamespace.get(namespace).orElse(null);
  }

  List<String> namespaces() {
    return byNamespace.keys();
  }

  /** The objects of one namespace after those of another. A flat stream would buffer each. */
  private static final class Concatenation<T> implements Iterator<T> {
    private final Iterator<SortedTree<String, T>> rest;
    private Iterator<T> current = Collections.emptyIterator();

    Concatenation(Iterator<SortedTree<String, T>> rest) {
      this.rest = rest;
    }

    @Override
    public boolean hasNext() {
      while (!current.hasNext() && rest.hasNext()) {
        current = rest.next().values().iterator();
      }
      return current.hasNext();
    }

    @Override
    public T next() {
      return hasNext() ? current.next() : Collections.<T>emptyIterator().next();
    }
  }

  Collection<T> all() {
    return new AbstractCollection<>() {
      @Override
      public Iterator<T> iterator() {
        return new Concatenation<>(byNamespace.values().iterator());
      }

      @Override
      public int size() {
        return byNamespace.values().stream().mapToInt(SortedTree::size).sum();
      }
    };
  }

  /** Returns the objects in some namespaces, and some of those in none. */
  ObjectStore<T> only(Predicate<String> namespaces, Predicate<? super T> clusterScoped) {
    SortedMap<String, SortedTree<String, T>> kept = new TreeMap<>();
    for (String namespace : byNamespace.keys()) {
      SortedTree<String, T> objects = byNamespace.get(namespace).orElseGet(SortedTree::empty);
      if (namespace.isEmpty()) {
        SortedMap<String, T> some = new TreeMap<>();
        objects.values().stream().filter(clusterScoped).forEach(o -> some.put(o.identity(), o));
        kept.put(namespace, SortedTree.of(some));
      } else if (namespaces.test(namespace)) {
        kept.put(namespace, objects);
      }
    }
    return new ObjectStore<>(SortedTree.of(kept));
  }

  ObjectStore<T> with(ApiObject object) {
    @SuppressWarnings("unchecked")
    T added = (T) object;
    SortedTree<String, T> namespace =
        byNamespace.get(added.namespace()).orElseGet(SortedTree::empty);
    return new ObjectStore<>(
        byNamespace.with(added.namespace(), namespace.with(added.identity(), added)));
  }

  ObjectStore<T> without(ApiObject object) {
    SortedTree<String, T> left =
        byNamespace.get(object.namespace()).orElseGet(SortedTree::empty).without(object.identity());
    return new ObjectStore<>(
        left.size() == 0
            ? byNamespace.without(object.namespace())
            : byNamespace.with(object.namespace(), left));
  }
}
