package dev.plimsoll.kubernetes.cluster;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.Event;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The objects of all types; never changed. */
final class ObjectStores {
  private final Map<Class<? extends ApiObject>, ObjectStore<?>> byType;
  private final EventsByObject events;

  ObjectStores(Map<Class<? extends ApiObject>, ObjectStore<?>> byType) {
    this.byType = byType;
    events = new EventsByObject(of(Event.class));
  }

  private ObjectStores(
      Map<Class<? extends ApiObject>, ObjectStore<?>> byType, EventsByObject events) {
    this.byType = byType;
    this.events = events;
  }

  @SuppressWarnings("unchecked")
  <T extends ApiObject> ObjectStore<T> of(Class<T> type) {
    return (ObjectStore<T>) byType.getOrDefault(type, ObjectStore.empty());
  }

  Collection<ObjectStore<?>> all() {
    return byType.values();
  }

  Stream<Map.Entry<Class<? extends ApiObject>, ObjectStore<?>>> entries() {
    return byType.entrySet().stream();
  }

  EventsByObject events() {
    return events;
  }

  ObjectStores with(ApiObject object) {
    return with(object.getClass(), of(object.getClass()).with(object));
  }

  ObjectStores without(ApiObject object) {
    return with(object.getClass(), of(object.getClass()).without(object));
  }

  private ObjectStores with(Class<? extends ApiObject> type, ObjectStore<?> store) {
    Map<Class<? extends ApiObject>, ObjectStore<?>> changed = new HashMap<>(byType);
    changed.put(type, store);
    return type == Event.class ? new ObjectStores(changed) : new ObjectStores(changed, events);
  }

  ObjectStores only(ClusterExcerpt excerpt) {
    Map<Class<? extends ApiObject>, ObjectStore<?>> kept = new HashMap<>();
    byType.forEach((type, store) -> kept.put(type, excerpt.of(store)));
    return new ObjectStores(kept);
  }
}
