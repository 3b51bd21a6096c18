package dev.plimsoll.kubernetes.placement.snapshot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The pods on all nodes, by what rules over many nodes ask for. Immutable: a change shares the
 * first pods of all namespaces but those that changed since.
 */
final class PodIndex {
  private final Map<String, List<PlacedPod>> byNamespace;
  private final Map<String, List<PlacedPod>> changed;
  private final List<PlacedPod> withAntiAffinity;
  private final List<PlacedPod> withAffinity;

  private PodIndex(
      Map<String, List<PlacedPod>> byNamespace,
      Map<String, List<PlacedPod>> changed,
      List<PlacedPod> withAntiAffinity,
      List<PlacedPod> withAffinity) {
    this.byNamespace = byNamespace;
    this.changed = changed;
    this.withAntiAffinity = withAntiAffinity;
    this.withAffinity = withAffinity;
  }

  static PodIndex of(List<NodeInfo> nodes) {
    Map<String, List<PlacedPod>> byNamespace = new HashMap<>();
    List<PlacedPod> withAntiAffinity = new ArrayList<>();
    List<PlacedPod> withAffinity = new ArrayList<>();
    for (NodeInfo node : nodes) {
      for (PodInfo pod : node.pods()) {
        PlacedPod placed = new PlacedPod(pod, node.index());
        byNamespace.computeIfAbsent(pod.pod().namespace(), n -> new ArrayList<>()).add(placed);
        if (!pod.antiAffinity().isEmpty()) {
          withAntiAffinity.add(placed);
        }
        if (pod.attractsOrRepels()) {
          withAffinity.add(placed);
        }
      }
    }
    return new PodIndex(byNamespace, Map.of(), withAntiAffinity, withAffinity);
  }

  List<PlacedPod> in(String namespace) {
    List<PlacedPod> pods = changed.get(namespace);
    return pods == null ? byNamespace.getOrDefault(namespace, List.of()) : pods;
  }

  Iterable<String> namespaces() {
    if (changed.isEmpty()) {
      return byNamespace.keySet();
    }
    Set<String> namespaces = new HashSet<>(byNamespace.keySet());
    namespaces.addAll(changed.keySet());
    return namespaces;
  }

  List<PlacedPod> withAntiAffinity() {
    return withAntiAffinity;
  }

  List<PlacedPod> withAffinity() {
    return withAffinity;
  }

  PodIndex with(PlacedPod added) {
    return changed(added, true);
  }

  PodIndex without(PlacedPod removed) {
    return changed(removed, false);
  }

  private PodIndex changed(PlacedPod pod, boolean add) {
    String namespace = pod.pod().pod().namespace();
    Map<String, List<PlacedPod>> more = new HashMap<>(changed);
    more.put(namespace, changed(in(namespace), pod, add));
    return new PodIndex(
        byNamespace,
        more,
        pod.pod().antiAffinity().isEmpty() ? withAntiAffinity : changed(withAntiAffinity, pod, add),
        pod.pod().attractsOrRepels() ? changed(withAffinity, pod, add) : withAffinity);
  }

  private static List<PlacedPod> changed(List<PlacedPod> pods, PlacedPod pod, boolean add) {
    List<PlacedPod> changed = new ArrayList<>(pods.size() + 1);
    for (PlacedPod other : pods) {
      if (other.node() != pod.node() || !other.pod().isSameAs(pod.pod().pod())) {
        changed.add(other);
      }
    }
    if (add) {
      changed.add(pod);
    }
    return changed;
  }
}
