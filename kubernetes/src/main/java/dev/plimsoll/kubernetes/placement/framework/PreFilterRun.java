package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.object.PodGroupReference;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The results of the plug-ins for a pod before any node is filtered. The first that rejects the pod
 * ends the run.
 *
 * <p>Source: {@code RunPreFilterPlugins} in {@code pkg/scheduler/framework/runtime/framework.go}.
 */
final class PreFilterRun {
  private final List<NodeFilter> filters = new ArrayList<>();
  private final List<String> assumptions = new ArrayList<>();
  private final Set<String> plugins = new HashSet<>();
  private final List<String> narrowing = new ArrayList<>();
  private Set<String> candidates = Set.of();
  private Optional<Rejection> rejection = Optional.empty();

  static PreFilterRun run(List<FilterPlugin> plugins, PodInfo pod, Snapshot snapshot) {
    PreFilterRun run = new PreFilterRun();
    pod.pod().spec().schedulingGroup().map(PreFilterRun::alone).ifPresent(run.assumptions::add);
    for (FilterPlugin plugin : plugins) {
      if (!plugin.isEnabled(snapshot.cluster().controlPlane())) {
        continue;
      }
      run.plugins.add(plugin.name());
      run.take(plugin.name(), plugin.preFilter(pod, snapshot));
      if (run.rejection.isPresent()) {
        break;
      }
    }
    return run;
  }

  /** Scheduling of groups as a whole isn't modelled. */
  private static String alone(PodGroupReference group) {
    return "kube-scheduler may place the pods of %s %s only together; assuming that it places each alone."
        .formatted(group.api().type().kind(), group.path());
  }

  private void take(String plugin, PreFilterResult result) {
    if (result instanceof PreFilterResult.Skip skip) {
      assumptions.addAll(skip.assumptions());
    } else if (result instanceof PreFilterResult.Check check) {
      filters.add(check.filter());
      assumptions.addAll(check.assumptions());
    } else if (result instanceof PreFilterResult.Narrow narrow) {
      filters.add(narrow.filter());
      narrow(plugin, narrow.nodes());
    } else if (result instanceof PreFilterResult.Reject reject) {
      rejection = Optional.of(reject.rejection());
    }
  }

  private void narrow(String plugin, Set<String> nodes) {
    Set<String> left = new HashSet<>(nodes);
    if (!narrowing.isEmpty()) {
      left.retainAll(candidates);
    }
    candidates = left;
    narrowing.add(plugin);
    narrowing.sort(null);
    if (left.isEmpty()) {
      String reason =
          narrowing.size() == 1
              ? "node(s) didn't satisfy plugin " + narrowing.get(0)
              : "node(s) didn't satisfy plugin(s) " + listed() + " simultaneously";
      rejection = Optional.of(Rejection.unresolvable(plugin, reason));
    }
  }

  private String listed() {
    return "[" + String.join(" ", narrowing) + "]";
  }

  Optional<Rejection> rejection() {
    return rejection;
  }

  List<NodeFilter> filters() {
    return filters;
  }

  /** Returns whether a node's status depends on that node alone. */
  boolean isLocal() {
    return filters.stream().allMatch(NodeLocalFilter.class::isInstance);
  }

  List<String> assumptions() {
    return assumptions;
  }

  /** Returns whether the plug-in was run. */
  boolean ran(String plugin) {
    return plugins.contains(plugin);
  }

  /** Returns whether only some nodes are in question. */
  boolean isNarrowed() {
    return !narrowing.isEmpty();
  }

  /** Returns whether the node is still in question. */
  boolean isCandidate(NodeInfo node) {
    return !isNarrowed() || candidates.contains(node.name());
  }

  /** Returns the rejection of nodes that plug-ins excluded before any node was filtered. */
  Rejection exclusion() {
    return Rejection.unresolvable(
        String.join(" ", narrowing), "node(s) didn't satisfy plugin(s) " + listed());
  }
}
