package dev.plimsoll.kubernetes.cluster;

import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Extracts the parts of a cluster that a user with limited rights may read.
 *
 * @param readable in which namespaces everything is read
 * @param clusterScoped of which resources in no namespace everything is read
 */
record ClusterExcerpt(Coverage readable, Set<GroupResource> clusterScoped) {

  <T extends ApiObject> ObjectStore<T> of(ObjectStore<T> store) {
    return store.only(readable::includes, this::isKept);
  }

  private boolean isKept(ApiObject clusterScopedObject) {
    return clusterScopedObject instanceof Namespace namespace
        ? readable.includes(namespace.name())
        : clusterScoped.contains(clusterScopedObject.resource());
  }

  SortedTree<String, List<Pod>> placed(SortedTree<String, List<Pod>> byNode) {
    TreeMap<String, List<Pod>> kept = new TreeMap<>();
    for (String node : byNode.keys()) {
      List<Pod> pods =
          byNode.get(node).orElseGet(List::of).stream()
              .filter(p -> readable.includes(p.namespace()))
              .toList();
      if (!pods.isEmpty()) {
        kept.put(node, pods);
      }
    }
    return SortedTree.of(kept);
  }

  ObjectCounts of(ObjectCounts others) {
    return new ObjectCounts(
        others.byNamespace().entrySet().stream()
            .filter(e -> !e.getKey().isEmpty() && readable.includes(e.getKey()))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  Map<GroupResource, Coverage> of(Map<GroupResource, Coverage> coverage, Coverage otherwise) {
    Map<GroupResource, Coverage> kept = new TreeMap<>();
    coverage.forEach((resource, known) -> kept.put(resource, of(known)));
    clusterScoped.forEach(r -> kept.put(r, coverage.getOrDefault(r, otherwise)));
    return kept;
  }

  Coverage of(Coverage known) {
    if (known.complete()) {
      return readable;
    }
    Set<String> both = new TreeSet<>(known.namespaces());
    both.removeIf(namespace -> !readable.includes(namespace));
    return Coverage.of(both);
  }
}
