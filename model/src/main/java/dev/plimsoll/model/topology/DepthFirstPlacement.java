package dev.plimsoll.model.topology;

import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.object.DeviceClass;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.RequiredNodeAffinity;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Searches nodes of one domain for pods that differ, depth first.
 *
 * <p>If only amounts, taints, selectors and affinity to nodes decide, nodes with the same amounts
 * left and the same answers for all pods are equal. Then a state in which the rest of the pods
 * failed is never searched again: a state is how many nodes of each kind are left. Otherwise each
 * node is tried for each pod.
 */
final class DepthFirstPlacement {
  private final Scheduler scheduler;
  private final List<Pod> pods;
  private final List<String> nodes;
  private final int mostSteps;
  private final boolean isByAmounts;
  private final String[] at;
  private final Map<Object, Integer> kinds = new HashMap<>();
  private final Map<String, Object> answers = new HashMap<>();
  private final Set<List<Integer>> failed = new HashSet<>();
  private int steps;

  DepthFirstPlacement(
      Scheduler scheduler,
      Snapshot snapshot,
      List<Pod> pods,
      List<String> nodes,
      boolean areRelated,
      int mostSteps) {
    this.scheduler = scheduler;
    this.pods = pods;
    this.nodes = nodes;
    this.mostSteps = mostSteps;
    this.at = new String[pods.size()];
    this.isByAmounts =
        !areRelated
            && snapshot.cluster().list(DeviceClass.class).isEmpty()
            && pods.stream().allMatch(p -> needsAmountsOnly(snapshot, p));
  }

  private static boolean needsAmountsOnly(Snapshot snapshot, Pod pod) {
    return pod.spec().volumes().isEmpty()
        && pod.spec().disks().isEmpty()
        && pod.spec().resourceClaims().isEmpty()
        && snapshot.podInfo(pod).hostPorts().isEmpty();
  }

  /** Returns a node for each pod by the pod's key; empty if none was found. */
  Optional<Map<String, String>> find(Snapshot snapshot) {
    if (!search(snapshot, 0, kinds(snapshot))) {
      return Optional.empty();
    }
    Map<String, String> found = new LinkedHashMap<>();
    for (int i = 0; i < at.length; i++) {
      found.put(pods.get(i).key(), at[i]);
    }
    return Optional.of(found);
  }

  /** Returns how often the filters were asked. */
  int steps() {
    return steps;
  }

  private boolean search(Snapshot placed, int index, int[] state) {
    if (index == pods.size()) {
      return true;
    }
    if (isByAmounts && !failed.add(key(index, state))) {
      return false;
    }
    Set<Integer> tried = new HashSet<>();
    for (int node = 0; node < nodes.size(); node++) {
      if (isByAmounts && !tried.add(state[node])) {
        continue;
      }
      if (steps >= mostSteps) {
        return false;
      }
      steps++;
      String name = nodes.get(node);
      if (scheduler.fits(placed, pods.get(index), name)) {
        at[index] = name;
        Snapshot then = placed.with(pods.get(index), name);
        int[] next = state.clone();
        next[node] = kind(then, name);
        if (search(then, index + 1, next)) {
          return true;
        }
      }
    }
    return false;
  }

  private static List<Integer> key(int index, int[] state) {
    int[] sorted = state.clone();
    Arrays.sort(sorted);
    List<Integer> key = new ArrayList<>(sorted.length + 1);
    key.add(index);
    for (int kind : sorted) {
      key.add(kind);
    }
    return key;
  }

  private int[] kinds(Snapshot snapshot) {
    return nodes.stream().mapToInt(n -> kind(snapshot, n)).toArray();
  }

  private int kind(Snapshot snapshot, String name) {
    NodeInfo node = snapshot.node(name).orElseThrow();
    List<Object> kind = new ArrayList<>();
    kind.add(answers.computeIfAbsent(name, n -> answers(node)));
    kind.add(node.allowedPods() - node.pods().size());
    for (int i = 0; i < Math.max(node.allocatable().length(), node.requested().length()); i++) {
      kind.add(node.allocatable().get(i) - node.requested().get(i));
    }
    return kinds.computeIfAbsent(kind, k -> kinds.size());
  }

  private Object answers(NodeInfo node) {
    List<Object> answers = new ArrayList<>();
    answers.add(node.node().declaredFeatures());
    for (Pod pod : pods) {
      answers.add(
          RequiredNodeAffinity.of(pod).matches(node.node())
              && NodeAvailability.of(node.node(), pod.spec().tolerations()).isAvailable());
    }
    return answers;
  }
}
