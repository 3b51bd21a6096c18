package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Searches nodes of one domain for all pods of a gang.
 *
 * <p>The search goes through the pods, the largest first, and through the nodes, the fullest first;
 * kube-scheduler's filters say whether a pod fits. For pods that are alike, the first pass is
 * exact: a node takes as many as fit, whatever the other nodes take. For different pods a
 * depth-first search follows. It skips what is equal to a tried placement: of alike pods, a later
 * one goes to no earlier node. It is exact as well, as long as no filter looks beyond a node, and
 * ends after {@link #MOST_STEPS} questions to the filters. What is found always fits.
 */
final class DomainPlacement {
  /** The most questions to the filters in one search; some 0.1 ms each. */
  static final int MOST_STEPS = 20_000;

  private final Scheduler scheduler;
  private final List<Pod> pods;
  private final List<Object> shapes;
  private final boolean areAlike;
  private final boolean areRelated;
  private boolean isExact = true;

  DomainPlacement(Scheduler scheduler, Snapshot snapshot, List<Pod> pods) {
    this.scheduler = scheduler;
    this.pods = largestFirst(pods);
    this.shapes = this.pods.stream().map(DomainPlacement::shape).toList();
    this.areAlike = shapes.stream().distinct().count() <= 1;
    this.areRelated =
        pods.stream()
            .limit(areAlike ? 1 : pods.size())
            .anyMatch(p -> scheduler.looksBeyondNode(snapshot, p));
  }

  private static Object shape(Pod pod) {
    return List.of(pod.namespace(), pod.metadata().labels(), pod.spec());
  }

  private static List<Pod> largestFirst(List<Pod> pods) {
    List<Pod> sorted = new ArrayList<>(pods);
    sorted.sort(
        Comparator.comparing(Amounts::devices)
            .thenComparing(Amounts::cpu)
            .reversed()
            .thenComparing(p -> p.spec().hashCode()));
    return sorted;
  }

  /** Returns whether the searches so far proved that there is nothing where nothing was found. */
  boolean isExact() {
    return isExact;
  }

  /** Returns a node for each pod by the pod's key; empty if none was found. */
  Optional<Map<String, String>> find(Snapshot snapshot, List<String> nodes) {
    Optional<Map<String, String>> first = firstFit(snapshot, nodes);
    if (first.isPresent() || (areAlike && !areRelated)) {
      return first;
    }
    isExact &= !areRelated;
    Search search = new Search(nodes);
    Optional<Map<String, String>> found =
        search.search(snapshot, 0) ? Optional.of(search.assigned()) : Optional.empty();
    isExact &= search.steps < MOST_STEPS;
    return found;
  }

  private Optional<Map<String, String>> firstFit(Snapshot snapshot, List<String> nodes) {
    Map<String, String> assigned = new LinkedHashMap<>();
    Snapshot placed = snapshot;
    int from = 0;
    for (int i = 0; i < pods.size(); i++) {
      Pod pod = pods.get(i);
      from = i > 0 && isSame(i, i - 1) && !areRelated ? from : 0;
      while (from < nodes.size() && !scheduler.fits(placed, pod, nodes.get(from))) {
        from++;
      }
      if (from == nodes.size()) {
        return Optional.empty();
      }
      assigned.put(pod.key(), nodes.get(from));
      placed = placed.with(pod, nodes.get(from));
    }
    return Optional.of(assigned);
  }

  private boolean isSame(int one, int other) {
    return shapes.get(one).equals(shapes.get(other));
  }

  /** A depth-first search in one domain. */
  private final class Search {
    private final List<String> nodes;
    private final int[] at = new int[pods.size()];
    private int steps;

    Search(List<String> nodes) {
      this.nodes = nodes;
    }

    boolean search(Snapshot placed, int index) {
      if (index == pods.size()) {
        return true;
      }
      int from = index > 0 && isSame(index, index - 1) && !areRelated ? at[index - 1] : 0;
      for (int node = from; node < nodes.size(); node++) {
        if (steps >= MOST_STEPS) {
          return false;
        }
        steps++;
        String name = nodes.get(node);
        if (scheduler.fits(placed, pods.get(index), name)) {
          at[index] = node;
          if (search(placed.with(pods.get(index), name), index + 1)) {
            return true;
          }
        }
      }
      return false;
    }

    Map<String, String> assigned() {
      Map<String, String> assigned = new LinkedHashMap<>();
      for (int i = 0; i < pods.size(); i++) {
        assigned.put(pods.get(i).key(), nodes.get(at[i]));
      }
      return assigned;
    }
  }
}
