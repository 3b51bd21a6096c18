package dev.plimsoll.extender.decision;

import dev.plimsoll.extender.placement.Booking;
import dev.plimsoll.extender.placement.Hold;
import dev.plimsoll.model.object.Pod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The pods that are held back, by namespace, those held longest first. */
final class HeldPods {
  private final SortedMap<String, Map<String, Held>> byNamespace = new TreeMap<>();

  void put(Pod pod, Hold hold) {
    Map<String, Held> held =
        byNamespace.computeIfAbsent(pod.namespace(), n -> new LinkedHashMap<>());
    Held known = held.get(Booking.uid(pod));
    long times = known != null && known.hold().cause() == hold.cause() ? known.times() : 0;
    held.put(Booking.uid(pod), new Held(pod, hold, times + 1));
  }

  void remove(Pod pod) {
    Map<String, Held> held = byNamespace.getOrDefault(pod.namespace(), new LinkedHashMap<>());
    held.remove(Booking.uid(pod));
    if (held.isEmpty()) {
      byNamespace.remove(pod.namespace());
    }
  }

  Collection<Held> in(String namespace) {
    return byNamespace.getOrDefault(namespace, Map.of()).values();
  }

  List<Held> all() {
    List<Held> all = new ArrayList<>();
    byNamespace.values().forEach(n -> all.addAll(n.values()));
    return all;
  }
}
