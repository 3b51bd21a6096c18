package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** How much of each resource the pods of each namespace request, ended pods left out. */
record NamespaceRequests(Map<ResourceName, Map<String, Quantity>> byResource) {

  static NamespaceRequests of(Collection<Pod> pods) {
    Map<ResourceName, Map<String, Quantity>> counted = new HashMap<>();
    for (Pod pod : pods) {
      if (!pod.isTerminal()) {
        DetectionContext.requests(pod)
            .forEach(
                (name, amount) -> {
                  if (amount.signum() > 0) {
                    counted
                        .computeIfAbsent(name, n -> new TreeMap<>())
                        .merge(pod.namespace(), amount, Quantity::add);
                  }
                });
      }
    }
    return new NamespaceRequests(counted);
  }

  /** Returns the amounts of one resource, by namespace; none where no pod requests it. */
  Map<String, Quantity> of(ResourceName resource) {
    return byResource.getOrDefault(resource, Map.of());
  }
}
