package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.AssumedPod;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.model.object.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The held pods, by namespace, those held longest first. */
final class HeldPods {
  private final SortedMap<String, Map<String, HeldPod>> byNamespace = new TreeMap<>();

  void put(Pod pod, HoldReason holdReason) {
    Map<String, HeldPod> held =
        byNamespace.computeIfAbsent(pod.namespace(), n -> new LinkedHashMap<>());
    HeldPod known = held.get(AssumedPod.uid(pod));
    long times = known != null && known.reason().cause() == holdReason.cause() ? known.times() : 0;
    held.put(AssumedPod.uid(pod), new HeldPod(pod, holdReason, times + 1));
  }

  boolean contains(Pod pod) {
    return byNamespace.getOrDefault(pod.namespace(), Map.of()).containsKey(AssumedPod.uid(pod));
  }

  void remove(Pod pod) {
    Map<String, HeldPod> held = byNamespace.getOrDefault(pod.namespace(), new LinkedHashMap<>());
    held.remove(AssumedPod.uid(pod));
    if (held.isEmpty()) {
      byNamespace.remove(pod.namespace());
    }
  }

  Collection<HeldPod> in(String namespace) {
    return byNamespace.getOrDefault(namespace, Map.of()).values();
  }

  List<HeldPod> all() {
    List<HeldPod> all = new ArrayList<>();
    byNamespace.values().forEach(n -> all.addAll(n.values()));
    return all;
  }
}
