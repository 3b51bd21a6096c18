package dev.plimsoll.kubernetes.cluster;

import dev.plimsoll.kubernetes.object.GroupResource;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How many objects there are of the kinds that the model doesn't know.
 *
 * @param byNamespace the counts by namespace (empty for cluster-scoped objects) and resource
 */
public record ObjectCounts(Map<String, Map<GroupResource, Long>> byNamespace) {

  /** Returns how many objects of the resource the namespace has. */
  public long count(String namespace, GroupResource resource) {
    return byNamespace.getOrDefault(namespace, Map.of()).getOrDefault(resource, 0L);
  }

  /** Returns the namespaces that have such objects. */
  public Set<String> namespaces() {
    return byNamespace.keySet();
  }

  /** Returns the counts of all namespaces together, by resource. */
  public Map<GroupResource, Long> totals() {
    Map<GroupResource, Long> totals = new TreeMap<>();
    byNamespace.values().forEach(m -> m.forEach((r, n) -> totals.merge(r, n, Long::sum)));
    return totals;
  }
}
