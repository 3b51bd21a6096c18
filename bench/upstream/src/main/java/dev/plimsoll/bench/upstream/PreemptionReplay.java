package dev.plimsoll.bench.upstream;

import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.kubernetes.placement.plugins.KubeSchedulerProfile;
import dev.plimsoll.kubernetes.placement.plugins.NodeAffinity;
import dev.plimsoll.kubernetes.placement.plugins.NodeResourcesFit;
import dev.plimsoll.kubernetes.placement.plugins.PluginSet;
import dev.plimsoll.kubernetes.placement.plugins.PodTopologySpread;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Replays which pods of a node are evicted for another, by the filters of the test. */
final class PreemptionReplay implements Replay {
  private static final Set<String> DEPEND_ON_OTHER_NODES =
      Set.of("PodTopologySpread", "InterPodAffinity", "VolumeRestrictions");

  @Override
  public Comparison compare(Call recorded) {
    SchedulerCall call = new SchedulerCall(recorded);
    List<String> filters = call.call().texts("filters");
    if (call.call().json().get("custom").getAsBoolean()) {
      return new Comparison.SetAside("the test replaces the rules of preemption");
    }
    if (call.call().text("code").equals("Error")) {
      return new Comparison.SetAside("the test makes a filter fail");
    }
    if (!DefaultPlugins.NAMES.containsAll(filters)) {
      return new Comparison.SetAside("the test filters with a plug-in of its own");
    }
    if (call.call().json().get("others").getAsInt() > 0
        && filters.stream().anyMatch(DEPEND_ON_OTHER_NODES::contains)) {
      return new Comparison.SetAside("the filters depend on other nodes, which aren't recorded");
    }
    Snapshot snapshot = Snapshot.of(call.cluster());
    ScheduleResult result = scheduler(filters).schedule(snapshot, call.pod());
    if (result instanceof ScheduleResult.Feasible) {
      return new Comparison.SetAside("the pod fits the node as it is, so nobody asks");
    }
    return Comparison.of(
        call.call().text("code").equals("Success")
            ? call.call().texts("victims").toString()
            : "no node",
        text(result));
  }

  private static String text(ScheduleResult result) {
    if (result instanceof ScheduleResult.Preempting preempting) {
      return preempting.victims().stream()
          .map(v -> v.namespace() + "/" + v.name())
          .sorted()
          .toList()
          .toString();
    }
    return "no node";
  }

  private static Scheduler scheduler(List<String> filters) {
    Map<String, Integer> enabled = new LinkedHashMap<>();
    filters.forEach(filter -> enabled.put(filter, 0));
    PluginSet none = new PluginSet(Map.of(), Set.of("*"));
    return DefaultPlugins.scheduler(
        new KubeSchedulerProfile(
            "default-scheduler",
            none,
            none,
            new PluginSet(enabled, Set.of("*")),
            new PluginSet(Map.of("DefaultPreemption", 0), Set.of("*")),
            none,
            new NodeAffinity(),
            new NodeResourcesFit(Set.of(), Set.of()),
            new PodTopologySpread(List.of())));
  }
}
