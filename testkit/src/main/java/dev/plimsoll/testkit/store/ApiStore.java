package dev.plimsoll.testkit.store;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ApiGroupResource;
import dev.plimsoll.testkit.json.JsonPaths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The storage of the API server, in place of etcd: objects under keys, a revision per change, and
 * the changes since the last compaction. An object handed in or out is never changed again. Guarded
 * by its own monitor, on which watchers wait.
 */
public final class ApiStore {
  private final Map<ApiGroupResource, NavigableMap<String, JsonObject>> objects = new HashMap<>();
  private final WatchCache watchCache = new WatchCache(1);
  private final List<Consumer<StoreEvent>> listeners = new ArrayList<>();
  private long revision = 1;
  private long wakeUps;

  public synchronized long revision() {
    return revision;
  }

  public synchronized Optional<JsonObject> get(ObjectKey key) {
    return Optional.ofNullable(of(key.resource()).get(key.path()));
  }

  /**
   * Writes if the object is still the one expected (nothing for a creation).
   *
   * @return the object with its new resourceVersion; nothing if another write came first
   */
  public synchronized Optional<JsonObject> put(
      ObjectKey key, Optional<JsonObject> expected, JsonObject object) {
    if (isNot(key, expected)) {
      return Optional.empty();
    }
    JsonObject next = withVersion(object, ++revision);
    of(key.resource()).put(key.path(), next);
    record(new StoreEvent(revision, key, expected, Optional.of(next)));
    return Optional.of(next);
  }

  /** Removes if the object is still the one expected; answers its last state, or nothing. */
  public synchronized Optional<JsonObject> remove(ObjectKey key, JsonObject expected) {
    if (isNot(key, Optional.of(expected))) {
      return Optional.empty();
    }
    of(key.resource()).remove(key.path());
    revision++;
    record(new StoreEvent(revision, key, Optional.of(expected), Optional.empty()));
    return Optional.of(withVersion(expected, revision));
  }

  /**
   * The first objects after a path at a revision (up to the present one), at most limit of them.
   */
  public synchronized Page page(
      ApiGroupResource resource,
      String prefix,
      String after,
      long atRevision,
      int limit,
      Predicate<JsonObject> selected) {
    NavigableMap<String, JsonObject> all = at(resource, atRevision);
    List<JsonObject> items = new ArrayList<>();
    Optional<String> last = Optional.empty();
    NavigableMap<String, JsonObject> range =
        all.subMap(after.isEmpty() ? prefix + "/" : after, after.isEmpty(), prefix + "0", false);
    for (Map.Entry<String, JsonObject> entry : range.entrySet()) {
      if (!selected.test(entry.getValue())) {
        continue;
      }
      if (items.size() == limit && last.isPresent()) {
        long remaining = range.tailMap(last.get(), false).size();
        return new Page(items, atRevision, last, remaining);
      }
      items.add(entry.getValue());
      last = Optional.of(entry.getKey());
    }
    return new Page(items, atRevision, Optional.empty(), 0);
  }

  private NavigableMap<String, JsonObject> at(ApiGroupResource resource, long atRevision) {
    NavigableMap<String, JsonObject> now = of(resource);
    Map<String, StoreEvent> undone =
        watchCache.undone(atRevision, key -> key.resource().equals(resource));
    if (undone.isEmpty()) {
      return now;
    }
    NavigableMap<String, JsonObject> then = new TreeMap<>(now);
    undone.forEach(
        (path, storeEvent) ->
            storeEvent
                .before()
                .ifPresentOrElse(old -> then.put(path, old), () -> then.remove(path)));
    return then;
  }

  /** Whether the state at the revision can still be told. */
  public synchronized boolean knows(long atRevision) {
    return watchCache.knows(atRevision);
  }

  /** The changes after the revision; 410 if they are no longer known. */
  public synchronized List<StoreEvent> changesAfter(long after) {
    return watchCache.after(after);
  }

  /** The changes up to the revision that are still known. */
  public synchronized List<StoreEvent> changesUpTo(long last) {
    return watchCache.upTo(last);
  }

  /** Waits for a change after the revision, a wake-up after the one given, or the time. */
  public synchronized void await(long after, long wakeUp, long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    while (revision <= after && wakeUps <= wakeUp) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return;
      }
      wait(left);
    }
  }

  /** Lets everybody who waits look around. */
  public synchronized void wakeUp() {
    wakeUps++;
    notifyAll();
  }

  public synchronized long wakeUps() {
    return wakeUps;
  }

  /** Forgets all changes so far, so that a watcher that has not seen them must list again. */
  public synchronized void compact() {
    watchCache.forgetUpTo(revision);
  }

  private boolean isNot(ObjectKey key, Optional<JsonObject> expected) {
    return !get(key).map(ApiStore::version).equals(expected.map(ApiStore::version));
  }

  private static String version(JsonObject object) {
    return JsonPaths.text(object, "metadata", "resourceVersion");
  }

  /** Has every change told to a listener, within the write. */
  public synchronized void onChange(Consumer<StoreEvent> listener) {
    listeners.add(listener);
  }

  private void record(StoreEvent storeEvent) {
    watchCache.add(storeEvent);
    listeners.forEach(listener -> listener.accept(storeEvent));
    notifyAll();
  }

  private NavigableMap<String, JsonObject> of(ApiGroupResource resource) {
    return objects.computeIfAbsent(resource, none -> new TreeMap<>());
  }

  /** A copy that shares everything but its metadata. */
  public static JsonObject withVersion(JsonObject object, long revision) {
    JsonObject copy = new JsonObject();
    object.entrySet().forEach(member -> copy.add(member.getKey(), member.getValue()));
    JsonObject metadata = new JsonObject();
    JsonPaths.object(object, "metadata")
        .ifPresent(old -> old.entrySet().forEach(m -> metadata.add(m.getKey(), m.getValue())));
    metadata.addProperty("resourceVersion", Long.toString(revision));
    copy.add("metadata", metadata);
    return copy;
  }
}
