package dev.plimsoll.extender.accounting;

import dev.plimsoll.model.object.Pod;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The assumed pods, as kube-scheduler's cache has them. For one thread at a time. */
public final class AssumedPods {
  private final Map<String, AssumedPod> byUid = new LinkedHashMap<>();
  private final Map<String, Map<String, AssumedPod>> byNamespace = new HashMap<>();
  private final Map<String, Map<String, AssumedPod>> byNode = new HashMap<>();

  /** Assumes a pod, or sets anew when it expires. */
  public void assume(AssumedPod assumedPod) {
    Optional<AssumedPod> unused = forget(assumedPod.uid());
    byUid.put(assumedPod.uid(), assumedPod);
    put(byNamespace, assumedPod.pod().namespace(), assumedPod);
    put(byNode, assumedPod.node(), assumedPod);
  }

  /** Forgets a pod, if it is assumed. */
  public Optional<AssumedPod> forget(String uid) {
    Optional<AssumedPod> forgotten = Optional.ofNullable(byUid.remove(uid));
    forgotten.ifPresent(p -> remove(byNamespace, p.pod().namespace(), uid));
    forgotten.ifPresent(p -> remove(byNode, p.node(), uid));
    return forgotten;
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

  /** Returns the assumed pod with that UID. */
  public Optional<AssumedPod> of(String uid) {
    return Optional.ofNullable(byUid.get(uid));
  }

  /** Returns a pod as it is assumed. */
  public Optional<AssumedPod> of(Pod pod) {
    return of(AssumedPod.uid(pod));
  }

  /** Forgets what has expired, and returns it. */
  public List<AssumedPod> expire(long now) {
    if (byUid.isEmpty()) {
      return List.of();
    }
    List<AssumedPod> expired = byUid.values().stream().filter(p -> p.expires() - now <= 0).toList();
    expired.forEach(p -> forget(p.uid()));
    return expired;
  }

  /** Returns the assumed pods of a namespace. */
  public Collection<AssumedPod> in(String namespace) {
    return byNamespace.getOrDefault(namespace, Map.of()).values();
  }

  /** Returns the assumed pods that are being bound to a node. */
  public Collection<AssumedPod> on(String node) {
    return byNode.getOrDefault(node, Map.of()).values();
  }

  /** Returns all, the oldest first. */
  public List<AssumedPod> all() {
    return List.copyOf(byUid.values());
  }
}
