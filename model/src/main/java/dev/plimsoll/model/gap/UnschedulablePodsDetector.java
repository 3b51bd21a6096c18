package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.placement.framework.NodeDiagnosis;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tells why admitted pods find no node. Eligible is a node that isn't cordoned and that the pod's
 * name, tolerations, selectors and affinity allow.
 *
 * <ul>
 *   <li>No eligible node has the resource at all: {@link GapKind#NoEligibleNode}.
 *   <li>The eligible nodes haven't enough free in sum: {@link GapKind#CapacityExhausted}.
 *   <li>They have, but not one of them alone: {@link GapKind#Fragmented}.
 *   <li>One has, and ports, volumes, spread or other pods keep it away: {@link
 *       GapKind#NoEligibleNode} again.
 * </ul>
 */
final class UnschedulablePodsDetector implements GapDetector {

  /** The filters that decide which nodes are eligible. */
  private static final Set<String> KEEP_OUT =
      Set.of("NodeUnschedulable", "NodeName", "TaintToleration", "NodeAffinity");

  @Override
  public List<Finding> detect(DetectionContext detectionContext) {
    return detectionContext.unschedulablePods().parallelStream()
        .filter(unschedulablePods -> detectionContext.isSubject(unschedulablePods.group()))
        .map(unschedulablePods -> finding(detectionContext, unschedulablePods))
        .toList();
  }

  private static Finding finding(
      DetectionContext detectionContext, UnschedulablePods unschedulablePods) {
    Resources requests = DetectionContext.requests(unschedulablePods.pods().get(0));
    List<Node> eligible = new ArrayList<>();
    boolean someHaveRoom = false;
    for (NodeDiagnosis diagnosis : unschedulablePods.placement().nodes()) {
      if (!KEEP_OUT.contains(diagnosis.plugin())) {
        eligible.add(diagnosis.node());
        someHaveRoom |= !diagnosis.plugin().equals("NodeResourcesFit");
      }
    }
    EligibleHeadroom eligibleHeadroom = EligibleHeadroom.of(detectionContext, eligible, requests);
    return describe(detectionContext, unschedulablePods, requests, eligibleHeadroom, someHaveRoom);
  }

  private static Finding describe(
      DetectionContext detectionContext,
      UnschedulablePods unschedulablePods,
      Resources requests,
      EligibleHeadroom eligibleHeadroom,
      boolean someHaveRoom) {
    Optional<ResourceName> nowhere = eligibleHeadroom.nowhere();
    Optional<ResourceName> short_ = eligibleHeadroom.shortInSum();
    if (nowhere.isPresent() || eligibleHeadroom.nodes() == 0 || someHaveRoom) {
      return noEligibleNode(
          detectionContext, unschedulablePods, requests, eligibleHeadroom, nowhere);
    }
    GapKind kind = short_.isPresent() ? GapKind.CapacityExhausted : GapKind.Fragmented;
    ResourceName resource = short_.or(eligibleHeadroom::scarcest).orElse(ResourceName.PODS);
    Quantity wanted = requests.getOrZero(resource);
    String who = who(unschedulablePods);
    String message =
        kind == GapKind.Fragmented
            ? who
                + " "
                + wanted
                + " "
                + resource
                + " on one node; "
                + eligibleHeadroom.free(resource)
                + " are free on the "
                + eligibleHeadroom.nodesWith(resource)
                + " nodes that would do, the largest free block is "
                + eligibleHeadroom.largest(resource)
            : who
                + " "
                + wanted
                + " "
                + resource
                + "; only "
                + eligibleHeadroom.free(resource)
                + " are free on the "
                + eligibleHeadroom.nodesWith(resource)
                + " nodes that would do";
    return gap(unschedulablePods, kind)
        .resource(resource)
        .message(message)
        .evidence("requested", wanted)
        .evidence("eligibleNodes", eligibleHeadroom.nodes())
        .evidence("free", eligibleHeadroom.free(resource))
        .evidence("largestFreeBlock", eligibleHeadroom.largest(resource))
        .evidence("scheduler", unschedulablePods.placement().message())
        .waiting(unschedulablePods.stored())
        .pods(unschedulablePods.pods().size())
        .remedies(() -> RemedyCatalog.of(detectionContext, unschedulablePods, resource));
  }

  private static Finding noEligibleNode(
      DetectionContext detectionContext,
      UnschedulablePods unschedulablePods,
      Resources requests,
      EligibleHeadroom eligibleHeadroom,
      Optional<ResourceName> nowhere) {
    ResourceName resource =
        nowhere
            .or(eligibleHeadroom::scarcest)
            .or(() -> scarcestOf(requests))
            .orElse(ResourceName.PODS);
    String reasons = reasons(unschedulablePods, resource);
    String it = unschedulablePods.pods().size() == 1 ? "it" : "them";
    String why =
        reasons.isEmpty()
            ? ", and no node has any"
            : ", and no node that has it would take " + it + ": " + reasons;
    return gap(unschedulablePods, GapKind.NoEligibleNode)
        .resource(resource)
        .message(who(unschedulablePods) + " " + requests.getOrZero(resource) + " " + resource + why)
        .evidence("requested", requests.getOrZero(resource))
        .evidence("eligibleNodes", eligibleHeadroom.nodes())
        .evidence("scheduler", unschedulablePods.placement().message())
        .waiting(unschedulablePods.stored())
        .pods(unschedulablePods.pods().size())
        .remedies(() -> RemedyCatalog.of(detectionContext, unschedulablePods, resource));
  }

  /** Returns what the nodes that have the resource say. */
  private static String reasons(UnschedulablePods unschedulablePods, ResourceName resource) {
    Set<String> reasons = new TreeSet<>();
    for (NodeDiagnosis diagnosis : unschedulablePods.placement().nodes()) {
      boolean has =
          resource.equals(ResourceName.PODS)
              || diagnosis.node().allocatable().getOrZero(resource).signum() > 0;
      if (has) {
        reasons.addAll(diagnosis.reasons());
      }
    }
    return String.join(", ", reasons);
  }

  private static Optional<ResourceName> scarcestOf(Resources requests) {
    return requests.names().stream()
        .max(Comparator.comparing(ResourceName::isExtended).thenComparing(ResourceName::name));
  }

  private static FindingBuilder gap(UnschedulablePods unschedulablePods, GapKind kind) {
    return FindingBuilder.of(kind, unschedulablePods.group().root());
  }

  private static String who(UnschedulablePods unschedulablePods) {
    int count = unschedulablePods.pods().size();
    String pods = count == 1 ? "pod " + unschedulablePods.pods().get(0).name() : count + " pods";
    if (unschedulablePods.exists()) {
      return pods + (count == 1 ? " asks for" : " ask for");
    }
    return pods + " would be admitted and " + (count == 1 ? "asks for" : "ask for");
  }
}
