package dev.plimsoll.kube.conform;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.NodeDiagnosis;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The model's verdict on a pod that waits for a node.
 *
 * @param text reason and message of the condition PodScheduled, or another outcome in words
 * @param rejections the rejections of nodes, or of the pod as a whole
 * @param plugins the plug-ins that had a part in it, under Kubernetes' names
 * @param unknown why the model has no verdict, if it has none
 */
record PlacementVerdict(
    String text, Set<Rejection> rejections, Set<String> plugins, Optional<String> unknown) {
  private static final String SCHEDULER = "kube-scheduler";
  private static final String DEFAULT_PREEMPTION = "DefaultPreemption";
  private static final String PREEMPTION = "preemption: ";

  /** Returns the verdict for a pod that the cluster doesn't have. */
  static PlacementVerdict of(Cluster cluster, Pod pod) {
    ScheduleResult result = DefaultPlugins.scheduler().schedule(Snapshot.of(cluster), pod);
    if (result instanceof ScheduleResult.Unschedulable unschedulable) {
      return rejected(unschedulable);
    }
    if (result instanceof ScheduleResult.Gated gated) {
      return plain("SchedulingGated: " + gated.message(), gated.plugin());
    }
    if (result instanceof ScheduleResult.NoNodes) {
      return plain("Unschedulable: " + ScheduleResult.NoNodes.MESSAGE, SCHEDULER);
    }
    if (result instanceof ScheduleResult.Unknown unknown) {
      return new PlacementVerdict("", Set.of(), Set.of(), Optional.of(unknown.unread().message()));
    }
    return plain("placed", SCHEDULER);
  }

  private static PlacementVerdict plain(String text, String plugin) {
    return new PlacementVerdict(text, Set.of(), Set.of(plugin), Optional.empty());
  }

  private static PlacementVerdict rejected(ScheduleResult.Unschedulable result) {
    Set<Rejection> rejections = new LinkedHashSet<>();
    Stream.concat(
            result.preFilter().stream(), result.nodes().stream().map(NodeDiagnosis::rejection))
        .forEach(rejections::add);
    Set<String> plugins = new TreeSet<>();
    rejections.forEach(r -> plugins.add(r.plugin()));
    if (result.message().contains(PREEMPTION)) {
      plugins.add(DEFAULT_PREEMPTION);
    }
    return new PlacementVerdict(
        "Unschedulable: " + result.message(), rejections, plugins, Optional.empty());
  }

  /**
   * Returns the plug-in that the difference is about. A plug-in whose reason the scheduler doesn't
   * give comes before a plug-in whose reason is counted otherwise. If only the text about
   * preemption differs, the difference is about DefaultPreemption.
   */
  String differingRule(String said) {
    if (plugins.contains(DEFAULT_PREEMPTION) && filters(said).equals(filters(text))) {
      return DEFAULT_PREEMPTION;
    }
    return ruleOf(reason -> !said.contains(reason))
        .or(() -> ruleOf(reason -> !parts(said).containsAll(counts(reason))))
        .orElse(plugins.size() == 1 ? plugins.iterator().next() : SCHEDULER);
  }

  private Optional<String> ruleOf(Predicate<String> differs) {
    return rejections.stream()
        .filter(r -> r.reasons().stream().anyMatch(differs))
        .map(Rejection::plugin)
        .findFirst();
  }

  /** Returns a reason with its number of nodes, as the text has it. */
  private List<String> counts(String reason) {
    return parts(text).stream().filter(p -> p.endsWith(reason)).toList();
  }

  /** Returns the text before the outcome of preemption. */
  private static String filters(String text) {
    return text.contains(PREEMPTION) ? text.substring(0, text.indexOf(PREEMPTION)) : text;
  }

  private static List<String> parts(String text) {
    return Arrays.asList(text.split("(?:: |, |\\. |\\.$)"));
  }
}
