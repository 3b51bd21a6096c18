package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.accounting.EvictionChoice;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The evictions that are allowed for a pod.
 *
 * @param choice what decided on the nodes
 * @param victims the UIDs of the pods to evict, by node, in kube-scheduler's order; empty if
 *     nothing may be evicted
 */
public record AllowedEvictions(EvictionChoice choice, Map<String, List<String>> victims) {
  public AllowedEvictions {
    victims = Collections.unmodifiableMap(new LinkedHashMap<>(victims));
  }
}
