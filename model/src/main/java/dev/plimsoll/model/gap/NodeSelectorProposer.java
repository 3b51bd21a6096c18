package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Proposes another value for a node selector that no node with the resource meets. */
final class NodeSelectorProposer implements RemedyCatalog.RemedyProposer {

  @Override
  public List<Remedy> propose(
      DetectionContext detectionContext,
      UnschedulablePods unschedulablePods,
      ResourceName resource) {
    Pod first = unschedulablePods.pods().get(0);
    Quantity wanted = DetectionContext.requests(first).getOrZero(resource);
    List<Remedy> remedies = new ArrayList<>();
    new TreeMap<>(first.spec().nodeSelector())
        .forEach(
            (key, value) -> {
              Set<String> others = new TreeSet<>();
              boolean met = false;
              for (Node node : detectionContext.cluster().nodes()) {
                if (node.allocatable().getOrZero(resource).compareTo(wanted) >= 0) {
                  String there = node.metadata().labels().get(key);
                  met |= value.equals(there);
                  if (there != null && DetectionContext.takesPods(node)) {
                    others.add(there);
                  }
                }
              }
              if (!met) {
                others.forEach(
                    other ->
                        remedies.add(
                            remedy(detectionContext, unschedulablePods, key, value, other)));
              }
            });
    return remedies;
  }

  private static Remedy remedy(
      DetectionContext detectionContext,
      UnschedulablePods unschedulablePods,
      String key,
      String value,
      String other) {
    SimulationRun simulationRun =
        unschedulablePods.retry(
            detectionContext,
            spec -> {
              Map<String, String> selector = new HashMap<>(spec.nodeSelector());
              selector.put(key, other);
              return spec.toBuilder().nodeSelector(selector).build();
            });
    return PodTemplatePatch.ofPodSpec(
            unschedulablePods.group(),
            "select " + key + "=" + other + " instead of " + value + ", which no node has",
            "nodeSelector:\n  " + key + ": " + PodTemplatePatch.quoted(other) + "\n")
        .tried(simulationRun);
  }
}
