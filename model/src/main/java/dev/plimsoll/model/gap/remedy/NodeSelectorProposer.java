package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.queue.QueuedWorkloads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Proposes another value for a node selector that no node with the resource meets. What Kueue adds
 * to the selector stays: Kueue would add it again.
 */
final class NodeSelectorProposer implements UnschedulablePodsProposer {

  @Override
  public List<Proposal> propose(
      DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    Pod first = pods.pods().get(0);
    Quantity requested = DetectionContext.requests(first).getOrZero(resource);
    if (QueuedWorkloads.mayHaveUnreadLabels(context.cluster(), pods.workload())) {
      return List.of();
    }
    Map<String, String> byQueue =
        QueuedWorkloads.flavorLabels(context.cluster(), pods.workload().root());
    List<Proposal> proposals = new ArrayList<>();
    new TreeMap<>(first.spec().nodeSelector())
        .forEach(
            (key, value) -> {
              Set<String> others = new TreeSet<>();
              boolean met = false;
              for (Node node : context.cluster().nodes()) {
                if (node.allocatable().getOrZero(resource).compareTo(requested) >= 0) {
                  String actual = node.metadata().labels().get(key);
                  met |= value.equals(actual);
                  if (actual != null && NodeAvailability.of(node).isAvailable()) {
                    others.add(actual);
                  }
                }
              }
              if (!met && !value.equals(byQueue.get(key))) {
                others.forEach(other -> proposals.add(proposal(key, value, other)));
              }
            });
    return proposals;
  }

  private static Proposal proposal(String key, String value, String other) {
    return Proposal.ofPods(
        "select " + key + "=" + other + " instead of " + value + ", which no node has",
        PodEdit.ofTemplate(
            spec -> {
              Map<String, String> selector = new HashMap<>(spec.nodeSelector());
              selector.replace(key, value, other);
              return spec.withNodeSelector(selector);
            }));
  }
}
