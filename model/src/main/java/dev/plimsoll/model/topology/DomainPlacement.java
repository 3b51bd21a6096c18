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
 * exact: a node takes as many as fit, whatever the other nodes take. For different pods, {@link
 * DepthFirstPlacement} follows. It is exact as well, as long as no filter looks beyond a node, and
 * ends after {@link #MOST_STEPS} questions to the filters in all domains together. What is found
 * always fits.
 */
final class DomainPlacement {
  /** The most questions to the filters for one gang. */
  static final int MOST_STEPS = 20_000;

  private final Scheduler scheduler;
  private final List<Pod> pods;
  private final List<Object> shapes;
  private final boolean areAlike;
  private final boolean areRelated;
  private boolean isExact = true;
  private int steps;

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
    DepthFirstPlacement search =
        new DepthFirstPlacement(scheduler, snapshot, pods, nodes, areRelated, MOST_STEPS - steps);
    Optional<Map<String, String>> found = search.find(snapshot);
    steps += search.steps();
    isExact &= steps < MOST_STEPS;
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
}
