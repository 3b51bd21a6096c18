package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.capacity.EligibleHeadroom;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.NodeDiagnosis;
import dev.plimsoll.kubernetes.placement.plugins.ClaimReport;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.version.DefaultPlugin;
import dev.plimsoll.model.gap.DeploymentRollout;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.PodsApart;
import dev.plimsoll.model.gap.UnschedulablePods;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Says why admitted pods find no node. Eligible is a node that isn't cordoned and that the pod's
 * name, tolerations, selectors and affinity allow.
 *
 * <ul>
 *   <li>Eligible nodes have the devices free, but too little CPU, memory or pod slots left: {@link
 *       GapKind#GpusStranded}.
 *   <li>No eligible node has the resource at all: {@link GapKind#NoEligibleNode}.
 *   <li>The eligible nodes haven't enough free in sum: {@link GapKind#CapacityExhausted}.
 *   <li>They have, but not one of them alone: {@link GapKind#Fragmented}.
 *   <li>One has, and ports, volumes, spread or other pods keep it away: {@link
 *       GapKind#NoEligibleNode} again.
 * </ul>
 *
 * <p>Where claims on devices can't be met, the same is said of the devices that are requested.
 */
final class UnschedulablePodsDetector implements GapDetector {
  private static final String VOLUME_BINDING = DefaultPlugin.VolumeBinding.name();

  @Override
  public Set<GapKind> kinds() {
    return Set.of(
        GapKind.NoEligibleNode,
        GapKind.GpusStranded,
        GapKind.Fragmented,
        GapKind.CapacityExhausted);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return PodRequirements.ofPlacement(context);
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    return context
        .examination()
        .each(
            context.unschedulablePods().stream()
                .filter(pods -> context.isSubject(pods.workload()))
                .toList(),
            pods -> pods.workload().root(),
            pods -> List.of(finding(context, pods)));
  }

  private static Finding finding(DetectionContext context, UnschedulablePods pods) {
    return DeviceShortageFinding.of(context, pods, who(pods))
        .or(() -> ofClaims(context, pods))
        .or(() -> StrandedFinding.of(context, pods, who(pods)))
        .orElseGet(() -> ofResources(context, pods));
  }

  /** Returns the finding where claims keep the pods from all nodes alike. */
  private static Optional<Finding> ofClaims(DetectionContext context, UnschedulablePods pods) {
    Pod pod = pods.pods().get(0);
    boolean ofVolumes =
        pods.result().preFilter().filter(r -> r.plugin().equals(VOLUME_BINDING)).isPresent()
            || (!pods.result().nodes().isEmpty()
                && pods.result().nodes().stream().allMatch(n -> n.plugin().equals(VOLUME_BINDING)));
    List<String> claims = ofVolumes ? ClaimReport.of(context.cluster(), pod) : List.of();
    return claims.isEmpty()
        ? Optional.empty()
        : Optional.of(
            gap(pods, GapKind.NoEligibleNode)
                .resource(ResourceName.PODS)
                .message(
                    who(pods)
                        + " volumes that no node can give "
                        + (pods.pods().size() == 1 ? "it: " : "them: ")
                        + String.join("; ", claims))
                .evidence("scheduler", pods.result().message())
                .waiting(pods.stored())
                .pods(pods.pods().size())
                .cost(Costs.pending(pods.pods()))
                .cause(context, new GapCause.Unschedulable(pods, ResourceName.PODS)));
  }

  /**
   * The capacity that is free for pods.
   *
   * @param headroom what is free on eligible nodes
   * @param someFit whether another plug-in rejects an eligible node that has enough free
   */
  private record Eligible(EligibleHeadroom headroom, boolean someFit) {
    static Eligible of(DetectionContext context, UnschedulablePods pods) {
      List<Node> eligible = new ArrayList<>();
      boolean someFit = false;
      for (NodeDiagnosis diagnosis : pods.result().nodes()) {
        if (diagnosis.isEligible()) {
          eligible.add(diagnosis.node());
          someFit |= !diagnosis.plugin().equals("NodeResourcesFit");
        }
      }
      Resources requests = DetectionContext.requests(pods.pods().get(0));
      return new Eligible(
          EligibleHeadroom.of(eligible, n -> pods.headroom(context, n), requests), someFit);
    }
  }

  private static Finding ofResources(DetectionContext context, UnschedulablePods pods) {
    Eligible eligible = pods.shared(context, Eligible.class, () -> Eligible.of(context, pods));
    return describe(
        context,
        pods,
        DetectionContext.requests(pods.pods().get(0)),
        eligible.headroom(),
        eligible.someFit());
  }

  private static Finding describe(
      DetectionContext context,
      UnschedulablePods pods,
      Resources requests,
      EligibleHeadroom headroom,
      boolean someFit) {
    Optional<ResourceName> nowhere = headroom.nowhere();
    Optional<ResourceName> scarce = headroom.shortInSum();
    if (nowhere.isPresent() || headroom.nodes() == 0 || someFit) {
      return noEligibleNode(context, pods, requests, headroom, nowhere);
    }
    GapKind kind = scarce.isPresent() ? GapKind.CapacityExhausted : GapKind.Fragmented;
    ResourceName resource = scarce.or(headroom::scarcest).orElse(ResourceName.PODS);
    Quantity requested = requests.getOrZero(resource);
    String who = who(pods) + " " + each(pods, requested, resource);
    Quantity free = headroom.free(resource);
    int eligible = headroom.nodesWith(resource);
    String have = Counted.of(eligible, "eligible node", "has", "have");
    String message =
        kind == GapKind.Fragmented
            ? who
                + " on one node; "
                + have
                + " "
                + free
                + " free in total, and at most "
                + headroom.largest(resource)
                + " on one node"
            : who
                + "; "
                + have
                + (free.isZero() ? " none free" : " only " + free + " free")
                + (free.isZero() || eligible == 1 ? "" : " in total");
    String beyond =
        headroom.capacity(resource).compareTo(requested) < 0
            ? "; no eligible node has more than " + headroom.capacity(resource) + ", free or not"
            : "";
    return gap(pods, kind)
        .resource(resource)
        .message(
            message
                + beyond
                + NodeReasons.ofOthers(context, pods, resource)
                + AutoscaledCapacity.mayCome(context.cluster(), pods.pods())
                + rollout(context, pods))
        .evidence("requested", requested)
        .evidence("eligibleNodes", headroom.nodes())
        .evidence("free", headroom.free(resource))
        .evidence("largestFreeBlock", headroom.largest(resource))
        .evidence("scheduler", pods.result().message())
        .waiting(pods.stored())
        .pods(pods.pods().size())
        .cost(Costs.pending(pods.pods()))
        .cause(context, new GapCause.Unschedulable(pods, resource));
  }

  private static Finding noEligibleNode(
      DetectionContext context,
      UnschedulablePods pods,
      Resources requests,
      EligibleHeadroom headroom,
      Optional<ResourceName> nowhere) {
    ResourceName resource =
        nowhere.or(headroom::scarcest).or(() -> scarcestOf(requests)).orElse(ResourceName.PODS);
    String reasons = NodeReasons.of(context, pods, resource);
    Optional<String> contradiction = PodsApart.of(pods).map(PodsApart::sentence);
    return gap(pods, GapKind.NoEligibleNode)
        .resource(resource)
        .message(
            contradiction.orElseGet(
                () ->
                    noEligibleNode(pods, requests.getOrZero(resource), resource, reasons)
                        + (reasons.isEmpty() && resource.isExtended()
                            ? new MissingResource(resource).elsewhere(context)
                            : "")
                        + AutoscaledCapacity.mayCome(context.cluster(), pods.pods())
                        + rollout(context, pods)))
        .evidence("requested", requests.getOrZero(resource))
        .evidence("eligibleNodes", headroom.nodes())
        .evidence("scheduler", pods.result().message())
        .waiting(pods.stored())
        .pods(pods.pods().size())
        .cost(Costs.pending(pods.pods()))
        .cause(context, new GapCause.Unschedulable(pods, resource));
  }

  private static String rollout(DetectionContext context, UnschedulablePods pods) {
    Optional<DeploymentRollout> rollout = DeploymentRollout.waitingFor(context, pods);
    long running = rollout.stream().flatMap(r -> r.oldPods().stream()).filter(Pod::isBound).count();
    return rollout.isEmpty() || running == 0
        ? ""
        : "; the rollout keeps %s of the old template until then (maxSurge %d, maxUnavailable %d)"
            .formatted(
                Counted.of(running, "pod"), rollout.get().surge(), rollout.get().unavailable());
  }

  private static String noEligibleNode(
      UnschedulablePods pods, Quantity requested, ResourceName resource, String reasons) {
    String it = pods.pods().size() == 1 ? "it" : "them";
    if (requested.isZero() && !reasons.isEmpty()) {
      return pods.exists()
          ? "no node accepts " + named(pods) + ": " + reasons
          : named(pods) + " would be admitted, and no node accepts " + it + ": " + reasons;
    }
    return who(pods)
        + " "
        + each(pods, requested, resource)
        + (reasons.isEmpty()
            ? ", and no node has " + resource
            : ", and no node with " + resource + " accepts " + it + ": " + reasons);
  }

  private static Optional<ResourceName> scarcestOf(Resources requests) {
    return requests.names().stream()
        .max(Comparator.comparing(ResourceName::isExtended).thenComparing(ResourceName::name));
  }

  private static String each(UnschedulablePods pods, Quantity requested, ResourceName resource) {
    return requested + " " + resource + (pods.pods().size() == 1 ? "" : " each");
  }

  private static FindingBuilder gap(UnschedulablePods pods, GapKind kind) {
    return FindingBuilder.of(kind, pods.workload().root());
  }

  private static String who(UnschedulablePods pods) {
    String verb = pods.pods().size() == 1 ? "requests" : "request";
    return named(pods) + (pods.exists() ? " " : " would be admitted and ") + verb;
  }

  private static String named(UnschedulablePods pods) {
    int count = pods.pods().size();
    return count == 1 ? "pod " + pods.pods().get(0).name() : count + " pods";
  }
}
