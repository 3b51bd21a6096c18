package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Cause;
import dev.plimsoll.kubernetes.placement.dra.DeviceShortage.Kind;
import dev.plimsoll.kubernetes.placement.dra.UnmetRequest;
import dev.plimsoll.kubernetes.placement.dra.UnmetRequestText;
import dev.plimsoll.kubernetes.placement.dra.UnmetRequests;
import dev.plimsoll.kubernetes.placement.framework.NodeDiagnosis;
import dev.plimsoll.kubernetes.placement.framework.Rejection;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.version.DefaultPlugin;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.whatif.TemplateClaims;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Describes pods without a node because of a device claim: like a shortage of a node's resource,
 * for the devices that one request selects.
 */
final class DeviceShortageFinding {
  private static final String DYNAMIC_RESOURCES = DefaultPlugin.DynamicResources.name();
  private static final String DEVICES = ".deviceclass.resource.k8s.io/devices";
  private static final Set<Kind> NOT_WANTED = EnumSet.of(Kind.OtherClass, Kind.NotSelected);

  private final DetectionContext context;
  private final UnschedulablePods pods;
  private final UnmetRequest request;
  private final List<UnmetRequest> same;

  private DeviceShortageFinding(
      DetectionContext context,
      UnschedulablePods pods,
      List<UnmetRequest> unmet,
      UnmetRequest request) {
    this.context = context;
    this.pods = pods;
    this.request = request;
    this.same =
        unmet.stream()
            .filter(r -> r.claim().equals(request.claim()))
            .filter(r -> r.request().equals(request.request()))
            .toList();
  }

  /** Returns the finding, if claims on devices are among what keeps the pods from nodes. */
  static Optional<Finding> of(DetectionContext context, UnschedulablePods pods, String who) {
    List<NodeDiagnosis> nodes = pods.result().nodes();
    Optional<Rejection> whole =
        pods.result().preFilter().filter(r -> r.plugin().equals(DYNAMIC_RESOURCES));
    if (whole.isPresent()) {
      return Optional.of(ofWhole(context, pods, who, whole.get()));
    }
    List<UnmetRequest> unmet =
        pods.shared(context, UnmetRequests.class, () -> UnmetRequests.of(nodes));
    return unmet.stream()
        .max(Comparator.comparingInt(r -> r.nodes().size()))
        .map(r -> new DeviceShortageFinding(context, pods, unmet, r).finding(who));
  }

  private static Finding ofWhole(
      DetectionContext context, UnschedulablePods pods, String who, Rejection rejection) {
    return FindingBuilder.of(GapKind.NoEligibleNode, pods.workload().root())
        .resource(ResourceName.PODS)
        .message(
            who
                + " devices that no node can give "
                + (pods.pods().size() == 1 ? "it: " : "them: ")
                + reason(context, pods, rejection))
        .evidence("scheduler", pods.result().message())
        .waiting(pods.stored())
        .pods(pods.pods().size())
        .cost(Costs.pending(pods.pods()))
        .cause(context, new GapCause.Unschedulable(pods, ResourceName.PODS));
  }

  private static String reason(
      DetectionContext context, UnschedulablePods pods, Rejection rejection) {
    List<String> failures = TemplateClaims.failures(context.simulation(), pods.pods().get(0));
    return failures.isEmpty() ? rejection.message() : String.join("; ", failures);
  }

  private Finding finding(String who) {
    long wanted = same.stream().mapToLong(r -> count(r, k -> !NOT_WANTED.contains(k))).sum();
    long free = same.stream().mapToLong(r -> count(r, k -> k == Kind.Free)).sum();
    boolean onlyTooFew =
        same.stream()
            .flatMap(r -> r.causes().stream())
            .allMatch(
                c ->
                    NOT_WANTED.contains(c.kind())
                        || c.kind() == Kind.Allocated
                        || c.kind() == Kind.Free);
    GapKind kind =
        wanted == 0 || !onlyTooFew || request.count() == 0
            ? GapKind.NoEligibleNode
            : free < request.count() ? GapKind.CapacityExhausted : GapKind.Fragmented;
    ResourceName resource = ResourceName.of(request.deviceClass() + DEVICES);
    return FindingBuilder.of(kind, pods.workload().root())
        .resource(resource)
        .message(who + " devices: " + sentences())
        .evidence("requested", Quantity.of(request.count()))
        .evidence("eligibleNodes", same.stream().mapToInt(r -> r.nodes().size()).sum())
        .evidence("free", Quantity.of(free))
        .evidence("scheduler", pods.result().message())
        .waiting(pods.stored())
        .pods(pods.pods().size())
        .cost(Costs.pending(pods.pods()))
        .cause(context, new GapCause.Unschedulable(pods, resource));
  }

  private String sentences() {
    return same.stream().map(UnmetRequestText::of).collect(Collectors.joining("; "));
  }

  private static long count(UnmetRequest request, Predicate<Kind> which) {
    return request.causes().stream()
        .filter(c -> which.test(c.kind()))
        .mapToLong(Cause::devices)
        .sum();
  }
}
