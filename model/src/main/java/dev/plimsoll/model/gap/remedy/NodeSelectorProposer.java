package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.capacity.NodeAvailability;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.NodeSelector.Requirement;
import dev.plimsoll.kubernetes.object.NodeSelector.Term;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.placement.snapshot.NodeRequirement;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.UnmetSelector;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.queue.QueuedWorkloads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Proposes another value for a node selector that no node with the resource meets, or to remove
 * what no such node meets. What Kueue adds to the selector stays: Kueue would add it again.
 */
final class NodeSelectorProposer implements UnschedulablePodsProposer {
  /** A label with more values tells nodes apart, as {@code kubernetes.io/hostname} does. */
  private static final int MOST_VALUES = 10;

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
              if (!met
                  && others.size() <= MOST_VALUES
                  && !value.equals(byQueue.get(key))
                  && isOfTemplate(pods, NodeRequirement.ofLabel(key, value))) {
                others.forEach(other -> proposals.add(proposal(key, value, other)));
              }
            });
    List<Node> nodes =
        context.cluster().nodes().stream()
            .filter(n -> n.allocatable().getOrZero(resource).compareTo(requested) >= 0)
            .toList();
    List<NodeRequirement> unmet =
        UnmetSelector.requirements(first, nodes).stream()
            .filter(r -> r.origin() != NodeRequirement.Origin.MATCH_FIELDS)
            .filter(r -> !byQueue.containsKey(r.requirement().key()) && isOfTemplate(pods, r))
            .toList();
    if (!nodes.isEmpty() && !unmet.isEmpty()) {
      proposals.add(removal(unmet, resource));
    }
    return proposals;
  }

  private static boolean isOfTemplate(UnschedulablePods pods, NodeRequirement requirement) {
    return pods.areOfTemplate(spec -> NodeRequirement.of(spec).contains(requirement));
  }

  /** No node meets any of the requirements, so all of them have to go. */
  private static Proposal removal(List<NodeRequirement> unmet, ResourceName resource) {
    String nodes = resource.isExtended() ? "no node with " + resource : "no node";
    return Proposal.ofPods(
            "stop requiring nodes with %s, which %s matches"
                .formatted(UnmetSelector.named(unmet, " and "), nodes),
            PodEdit.ofTemplate(
                spec -> {
                  PodSpec changed = spec;
                  for (NodeRequirement each : unmet) {
                    changed = without(changed, each);
                  }
                  return changed;
                }))
        .withCosts(
            List.of(
                "the pods then also run on nodes without " + UnmetSelector.named(unmet, " or ")));
  }

  private static PodSpec without(PodSpec spec, NodeRequirement unmet) {
    if (unmet.origin() == NodeRequirement.Origin.NODE_SELECTOR) {
      Map<String, String> selector = new HashMap<>(spec.nodeSelector());
      selector.remove(unmet.requirement().key());
      return spec.withNodeSelector(selector);
    }
    return spec.withAffinity(
        spec.affinity()
            .withRequiredNodes(
                spec.affinity().requiredNodes().flatMap(s -> without(s, unmet.requirement()))));
  }

  /** A term without requirements would match no node. */
  private static Optional<NodeSelector> without(NodeSelector selector, Requirement unmet) {
    List<Term> terms =
        selector.terms().stream()
            .map(
                t ->
                    new Term(
                        t.matchExpressions().stream().filter(r -> !r.equals(unmet)).toList(),
                        t.matchFields()))
            .filter(t -> !t.matchExpressions().isEmpty() || !t.matchFields().isEmpty())
            .toList();
    return terms.isEmpty() ? Optional.empty() : Optional.of(new NodeSelector(terms));
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
