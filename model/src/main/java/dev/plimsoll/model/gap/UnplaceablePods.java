package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.placement.NodeDiagnosis;
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
final class UnplaceablePods implements Detector {

  /** The filters that decide which nodes are eligible. */
  private static final Set<String> KEEP_OUT =
      Set.of("NodeUnschedulable", "NodeName", "TaintToleration", "NodeAffinity");

  @Override
  public List<Finding> detect(Scene scene) {
    return scene.waiting().parallelStream()
        .filter(waiting -> scene.asksFor(waiting.group()))
        .map(waiting -> finding(scene, waiting))
        .toList();
  }

  private static Finding finding(Scene scene, Waiting waiting) {
    Resources requests = Scene.requests(waiting.pods().get(0));
    List<Node> eligible = new ArrayList<>();
    boolean someHaveRoom = false;
    for (NodeDiagnosis diagnosis : waiting.placement().nodes()) {
      if (!KEEP_OUT.contains(diagnosis.plugin())) {
        eligible.add(diagnosis.node());
        someHaveRoom |= !diagnosis.plugin().equals("NodeResourcesFit");
      }
    }
    Room room = Room.of(scene, eligible, requests);
    return describe(scene, waiting, requests, room, someHaveRoom);
  }

  private static Finding describe(
      Scene scene, Waiting waiting, Resources requests, Room room, boolean someHaveRoom) {
    Optional<ResourceName> nowhere = room.nowhere();
    Optional<ResourceName> short_ = room.shortInSum();
    if (nowhere.isPresent() || room.nodes() == 0 || someHaveRoom) {
      return noEligibleNode(scene, waiting, requests, room, nowhere);
    }
    GapKind kind = short_.isPresent() ? GapKind.CapacityExhausted : GapKind.Fragmented;
    ResourceName resource = short_.or(room::scarcest).orElse(ResourceName.PODS);
    Quantity wanted = requests.getOrZero(resource);
    String who = who(waiting);
    String message =
        kind == GapKind.Fragmented
            ? who
                + " "
                + wanted
                + " "
                + resource
                + " on one node; "
                + room.free(resource)
                + " are free on the "
                + room.nodesWith(resource)
                + " nodes that would do, the largest free block is "
                + room.largest(resource)
            : who
                + " "
                + wanted
                + " "
                + resource
                + "; only "
                + room.free(resource)
                + " are free on the "
                + room.nodesWith(resource)
                + " nodes that would do";
    return gap(waiting, kind)
        .resource(resource)
        .message(message)
        .evidence("requested", wanted)
        .evidence("eligibleNodes", room.nodes())
        .evidence("free", room.free(resource))
        .evidence("largestFreeBlock", room.largest(resource))
        .evidence("scheduler", waiting.placement().message())
        .waiting(waiting.stored())
        .pods(waiting.pods().size())
        .remedies(() -> PlacementRemedies.of(scene, waiting, resource));
  }

  private static Finding noEligibleNode(
      Scene scene, Waiting waiting, Resources requests, Room room, Optional<ResourceName> nowhere) {
    ResourceName resource =
        nowhere.or(room::scarcest).or(() -> scarcestOf(requests)).orElse(ResourceName.PODS);
    String reasons = reasons(waiting, resource);
    String it = waiting.pods().size() == 1 ? "it" : "them";
    String why =
        reasons.isEmpty()
            ? ", and no node has any"
            : ", and no node that has it would take " + it + ": " + reasons;
    return gap(waiting, GapKind.NoEligibleNode)
        .resource(resource)
        .message(who(waiting) + " " + requests.getOrZero(resource) + " " + resource + why)
        .evidence("requested", requests.getOrZero(resource))
        .evidence("eligibleNodes", room.nodes())
        .evidence("scheduler", waiting.placement().message())
        .waiting(waiting.stored())
        .pods(waiting.pods().size())
        .remedies(() -> PlacementRemedies.of(scene, waiting, resource));
  }

  /** Returns what the nodes that have the resource say. */
  private static String reasons(Waiting waiting, ResourceName resource) {
    Set<String> reasons = new TreeSet<>();
    for (NodeDiagnosis diagnosis : waiting.placement().nodes()) {
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

  private static GapBuilder gap(Waiting waiting, GapKind kind) {
    return GapBuilder.of(kind, waiting.group().root());
  }

  private static String who(Waiting waiting) {
    int count = waiting.pods().size();
    String pods = count == 1 ? "pod " + waiting.pods().get(0).name() : count + " pods";
    if (waiting.exists()) {
      return pods + (count == 1 ? " asks for" : " ask for");
    }
    return pods + " would be admitted and " + (count == 1 ? "asks for" : "ask for");
  }
}
