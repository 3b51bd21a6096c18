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

  /** Books a pod, or renews its booking. */
  public void book(Booking booking) {
    byUid.put(booking.uid(), booking);
    byNamespace
        .computeIfAbsent(booking.pod().namespace(), n -> new LinkedHashMap<>())
        .put(booking.uid(), booking);
  }

  /** Drops a pod's booking, if there is one. */
  public Optional<Booking> drop(String uid) {
    Optional<Booking> dropped = Optional.ofNullable(byUid.remove(uid));
    dropped.ifPresent(
        b ->
            byNamespace.computeIfPresent(
                b.pod().namespace(),
                (n, map) -> {
                  map.remove(uid);
                  return map.isEmpty() ? null : map;
                }));
    return dropped;
  }

  /** Returns a pod's booking. */
  public Optional<Booking> of(Pod pod) {
    return Optional.ofNullable(byUid.get(new Booking(pod, "", Instant.EPOCH).uid()));
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

  /** Returns all, the oldest first. */
  public List<Booking> all() {
    return List.copyOf(byUid.values());
  }

  /** Returns how many there are. */
  public int size() {
    return byUid.size();
  }
}
