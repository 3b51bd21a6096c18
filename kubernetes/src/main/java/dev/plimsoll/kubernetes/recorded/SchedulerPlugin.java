package dev.plimsoll.kubernetes.recorded;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A plug-in of {@code sigs.k8s.io/scheduler-plugins} that rejected a pod, recognised by its words.
 * The model doesn't know the rules of these plug-ins.
 *
 * <p>Sources of the words, all in {@code sigs.k8s.io/scheduler-plugins}: {@code
 * sigs.k8s.io/scheduler-plugins/pkg/coscheduling/core/core.go}, {@code
 * sigs.k8s.io/scheduler-plugins/pkg/coscheduling/coscheduling.go}, {@code
 * sigs.k8s.io/scheduler-plugins/pkg/capacityscheduling/capacity_scheduling.go}, {@code
 * sigs.k8s.io/scheduler-plugins/pkg/noderesourcetopology/filter.go}, {@code
 * sigs.k8s.io/scheduler-plugins/pkg/networkaware/networkoverhead/networkoverhead.go}.
 *
 * @param name the plug-in's name
 * @param why why the plug-in rejects the pod, as the end of a sentence
 */
public record SchedulerPlugin(String name, String why) {

  /**
   * The words of a plug-in.
   *
   * @param why the reason, with {@code $1} and the like for the groups of the pattern
   */
  private record Words(String plugin, Pattern text, String why) {
    Words(String plugin, String text, String why) {
      this(plugin, Pattern.compile(text), why);
    }

    Optional<SchedulerPlugin> in(String message) {
      Matcher matcher = text.matcher(message);
      if (!matcher.find()) {
        return Optional.empty();
      }
      String reason = why;
      for (int i = 1; i <= matcher.groupCount(); i++) {
        reason = reason.replace("$" + i, matcher.group(i));
      }
      return Optional.of(new SchedulerPlugin(plugin, reason));
    }
  }

  private static final List<Words> ALL =
      List.of(
          new Words(
              "Coscheduling",
              "cannot find enough sibling pods, current pods number: (\\d+), minMember of group:"
                  + " (\\d+)",
              "its PodGroup has $1 of at least $2 pods"),
          new Words(
              "Coscheduling",
              "cannot proceed due to gated pods in the same PodGroup",
              "a pod of its PodGroup has a scheduling gate"),
          new Words(
              "Coscheduling",
              "podGroup (\\S+) failed recently",
              "another pod of PodGroup $1 was rejected shortly before"),
          new Words(
              "Coscheduling",
              "PodGroup (\\S+) gets rejected due to Pod (\\S+) is unschedulable",
              "pod $2 of PodGroup $1 finds no node"),
          new Words(
              "CapacityScheduling",
              "because ElasticQuota (\\S+) is more than Max",
              "the ElasticQuota of namespace $1 would be above its max"),
          new Words(
              "CapacityScheduling",
              "because total ElasticQuota used is more than min",
              "the pods of all ElasticQuotas would be above the sum of min"),
          new Words(
              "NodeResourceTopologyMatch",
              "cannot align (pod|(?:\\w+ )?container)",
              "no NUMA zone of the node has enough for the $1"),
          new Words(
              "NodeResourceTopologyMatch",
              "invalid node topology data",
              "the node's NodeResourceTopology is out of date"),
          new Words(
              "NetworkOverhead",
              "does not meet several network requirements from Workload dependencies",
              "nodes are too far from the workloads that it depends on"));

  /** Returns the plug-in that wrote the scheduler's message, if it is one of these. */
  public static Optional<SchedulerPlugin> of(String message) {
    return ALL.stream().flatMap(w -> w.in(message).stream()).findFirst();
  }

  /** Says which plug-in rejects the pod, and why. */
  public String sentence() {
    return "the scheduler's plug-in " + name + " rejects it: " + why;
  }
}
