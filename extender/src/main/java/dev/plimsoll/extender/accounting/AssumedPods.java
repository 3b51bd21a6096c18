package dev.plimsoll.extender.accounting;

import dev.plimsoll.model.object.Pod;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The bookings in force. For one thread at a time. */
public final class AssumedPods {
  private final Map<String, AssumedPod> byUid = new LinkedHashMap<>();
  private final Map<String, Map<String, AssumedPod>> byNamespace = new HashMap<>();
  private final Map<String, Map<String, AssumedPod>> byNode = new HashMap<>();

  /** Books a pod, or renews its booking. */
  public void assume(AssumedPod assumedPod) {
    Optional<AssumedPod> unused = forget(assumedPod.uid());
    byUid.put(assumedPod.uid(), assumedPod);
    put(byNamespace, assumedPod.pod().namespace(), assumedPod);
    put(byNode, assumedPod.node(), assumedPod);
  }

  /** Drops a pod's booking, if there is one. */
  public Optional<AssumedPod> forget(String uid) {
    Optional<AssumedPod> dropped = Optional.ofNullable(byUid.remove(uid));
    dropped.ifPresent(b -> remove(byNamespace, b.pod().namespace(), uid));
    dropped.ifPresent(b -> remove(byNode, b.node(), uid));
    return dropped;
  }

  private static void put(
      Map<String, Map<String, AssumedPod>> by, String key, AssumedPod assumedPod) {
    by.computeIfAbsent(key, k -> new LinkedHashMap<>()).put(assumedPod.uid(), assumedPod);
  }

  private static void remove(Map<String, Map<String, AssumedPod>> by, String key, String uid) {
    Map<String, AssumedPod> some = by.getOrDefault(key, Map.of());
    if (some.containsKey(uid)) {
      some.remove(uid);
      if (some.isEmpty()) {
        by.remove(key);
      }
    }
  }

  /** Returns the booking with that UID. */
  public Optional<AssumedPod> of(String uid) {
    return Optional.ofNullable(byUid.get(uid));
  }

  /** Returns a pod's booking. */
  public Optional<AssumedPod> of(Pod pod) {
    return of(AssumedPod.uid(pod));
  }

  /** Drops what has lapsed, and returns it. */
  public List<AssumedPod> expire(Instant now) {
    List<AssumedPod> lapsed =
        byUid.values().stream().filter(b -> !b.expires().isAfter(now)).toList();
    lapsed.forEach(b -> forget(b.uid()));
    return lapsed;
  }

  /** Returns the bookings of a namespace's pods. */
  public Collection<AssumedPod> in(String namespace) {
    return byNamespace.getOrDefault(namespace, Map.of()).values();
  }

  /** Returns the bookings of pods that are being bound to a node. */
  public Collection<AssumedPod> on(String node) {
    return byNode.getOrDefault(node, Map.of()).values();
  }

  /** Returns all, the oldest first. */
  public List<AssumedPod> all() {
    return List.copyOf(byUid.values());
  }

  /** Returns how many there are. */
  public int size() {
    return byUid.size();
  }
}
