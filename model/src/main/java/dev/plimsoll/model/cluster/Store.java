package dev.plimsoll.model.cluster;

import dev.plimsoll.model.object.ApiObject;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The objects of one type by namespace and name; never changed once it is shared. */
final class Store<T extends ApiObject> {
  private static final Store<?> EMPTY = new Store<>(new TreeMap<>());

  private final NavigableMap<String, NavigableMap<String, T>> byNamespace;

  Store(NavigableMap<String, NavigableMap<String, T>> byNamespace) {
    this.byNamespace = byNamespace;
  }

  @SuppressWarnings("unchecked")
  static <T extends ApiObject> Store<T> empty() {
    return (Store<T>) EMPTY;
  }

  Collection<T> in(String namespace) {
    NavigableMap<String, T> byName = byNamespace.get(namespace);
    return byName == null
        ? Collections.emptyList()
        : Collections.unmodifiableCollection(byName.values());
  }

  Optional<T> find(String namespace, String identity) {
    NavigableMap<String, T> byName = byNamespace.get(namespace);
    return byName == null ? Optional.empty() : Optional.ofNullable(byName.get(identity));
  }

  Set<String> namespaces() {
    return Collections.unmodifiableSet(byNamespace.keySet());
  }

  Collection<T> all() {
    return new AbstractCollection<>() {
      @Override
      public Iterator<T> iterator() {
        return byNamespace.values().stream().flatMap(m -> m.values().stream()).iterator();
      }

      @Override
      public int size() {
        return byNamespace.values().stream().mapToInt(NavigableMap::size).sum();
      }
    };
  }

  Store<T> with(ApiObject object) {
    @SuppressWarnings("unchecked")
    T added = (T) object;
    NavigableMap<String, NavigableMap<String, T>> changed = new TreeMap<>(byNamespace);
    NavigableMap<String, T> byName =
        new TreeMap<>(changed.getOrDefault(object.namespace(), new TreeMap<>()));
    byName.put(added.identity(), added);
    changed.put(added.namespace(), byName);
    return new Store<>(changed);
  }

  Store<T> without(ApiObject object) {
    NavigableMap<String, NavigableMap<String, T>> changed = new TreeMap<>(byNamespace);
    NavigableMap<String, T> byName =
        new TreeMap<>(changed.getOrDefault(object.namespace(), new TreeMap<>()));
    byName.remove(object.identity());
    changed.put(object.namespace(), byName);
    return new Store<>(changed);
  }
}
