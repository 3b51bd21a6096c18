package dev.plimsoll.kubernetes.cluster;

import dev.plimsoll.kubernetes.object.Event;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;

/** Finds events by the object that they are about. A namespace's are gathered on first use. */
final class EventsByObject {
  private record Subject(String kind, String name) {}

  private final ObjectStore<Event> events;
  private final ConcurrentMap<String, Map<Subject, List<Event>>> gathered =
      new ConcurrentHashMap<>();

  EventsByObject(ObjectStore<Event> events) {
    this.events = events;
  }

  List<Event> about(String namespace, String kind, String name) {
    Collection<Event> all = events.in(namespace);
    return all.isEmpty()
        ? List.of()
        : gathered
            .computeIfAbsent(namespace, n -> gather(all))
            .getOrDefault(new Subject(kind, name), List.of());
  }

  private static Map<Subject, List<Event>> gather(Collection<Event> events) {
    return events.stream()
        .collect(
            Collectors.groupingBy(
                e -> new Subject(e.regarding().kind(), e.regarding().name()),
                Collectors.toUnmodifiableList()));
  }
}
