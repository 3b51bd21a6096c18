package dev.plimsoll.extender.placement;

import dev.plimsoll.model.object.Pod;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The bookings in force. For one thread at a time. */
public final class Bookings {
  private final Map<String, Booking> byUid = new LinkedHashMap<>();
  private final Map<String, Map<String, Booking>> byNamespace = new HashMap<>();
  private final Map<String, Map<String, Booking>> byNode = new HashMap<>();

  /** Books a pod, or renews its booking. */
  public void book(Booking booking) {
    Optional<Booking> unused = drop(booking.uid());
    byUid.put(booking.uid(), booking);
    put(byNamespace, booking.pod().namespace(), booking);
    put(byNode, booking.node(), booking);
  }

  /** Drops a pod's booking, if there is one. */
  public Optional<Booking> drop(String uid) {
    Optional<Booking> dropped = Optional.ofNullable(byUid.remove(uid));
    dropped.ifPresent(b -> remove(byNamespace, b.pod().namespace(), uid));
    dropped.ifPresent(b -> remove(byNode, b.node(), uid));
    return dropped;
  }

  private static void put(Map<String, Map<String, Booking>> by, String key, Booking booking) {
    by.computeIfAbsent(key, k -> new LinkedHashMap<>()).put(booking.uid(), booking);
  }

  private static void remove(Map<String, Map<String, Booking>> by, String key, String uid) {
    Map<String, Booking> some = by.getOrDefault(key, Map.of());
    if (some.containsKey(uid)) {
      some.remove(uid);
      if (some.isEmpty()) {
        by.remove(key);
      }
    }
  }

  /** Returns the booking with that UID. */
  public Optional<Booking> of(String uid) {
    return Optional.ofNullable(byUid.get(uid));
  }

  /** Returns a pod's booking. */
  public Optional<Booking> of(Pod pod) {
    return of(Booking.uid(pod));
  }

  /** Drops what has lapsed, and returns it. */
  public List<Booking> expire(Instant now) {
    List<Booking> lapsed = byUid.values().stream().filter(b -> !b.expires().isAfter(now)).toList();
    lapsed.forEach(b -> drop(b.uid()));
    return lapsed;
  }

  /** Returns the bookings of a namespace's pods. */
  public Collection<Booking> in(String namespace) {
    return byNamespace.getOrDefault(namespace, Map.of()).values();
  }

  /** Returns the bookings of pods that are being bound to a node. */
  public Collection<Booking> on(String node) {
    return byNode.getOrDefault(node, Map.of()).values();
  }

  /** Returns all, the oldest first. */
  public List<Booking> all() {
    return List.copyOf(byUid.values());
  }

  /** Returns how many there are. */
  public int size() {
    return byUid.size();
  }
}
