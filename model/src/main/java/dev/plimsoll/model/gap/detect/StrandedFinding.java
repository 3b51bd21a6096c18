package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.framework.NodeDiagnosis;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.UnschedulablePods;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names the pods that use up the CPU, memory or pod slots of nodes with free devices. */
final class StrandedFinding {
  private static final Quantity ONE = Quantity.of(1);
  private static final int NAMESPACES_NAMED = 3;

  private final DetectionContext context;
  private final UnschedulablePods pods;
  private final Resources requests;
  private final ResourceName device;
  private final List<Node> nodes;

  private StrandedFinding(
      DetectionContext context,
      UnschedulablePods pods,
      Resources requests,
      ResourceName device,
      List<Node> nodes) {
    this.context = context;
    this.pods = pods;
    this.requests = requests;
    this.device = device;
    this.nodes = nodes;
  }

  /**
   * Devices that are free and stranded.
   *
   * @param device the device
   * @param requested what a pod requests of it
   * @param nodes how many nodes have enough of it free
   * @param free how much of it is free there
   * @param lacked what these nodes lack
   * @param left the most that one of them has left of it
   * @param text how many there are, where, and who has what they lack
   */
  private record Stranded(
      ResourceName device,
      Quantity requested,
      int nodes,
      Quantity free,
      ResourceName lacked,
      Quantity left,
      String text) {}

  /** Returns the finding, if nodes have all devices free that a pod requests and lack the rest. */
  static Optional<Finding> of(DetectionContext context, UnschedulablePods pods, String who) {
    return pods.shared(context, StrandedFinding.class, () -> stranded(context, pods))
        .map(s -> finding(context, pods, s, who));
  }

  private static Optional<Stranded> stranded(DetectionContext context, UnschedulablePods pods) {
    Resources requests = DetectionContext.requests(pods.pods().get(0)).with(ResourceName.PODS, ONE);
    List<ResourceName> devices =
        requests.names().stream()
            .filter(ResourceName::isExtended)
            .filter(n -> requests.getOrZero(n).signum() > 0)
            .toList();
    if (devices.isEmpty()) {
      return Optional.empty();
    }
    List<NodeDiagnosis> having =
        pods.result().nodes().stream()
            .filter(NodeDiagnosis::isEligible)
            .filter(d -> has(pods.headroom(context, d.node()), requests, devices))
            .toList();
    boolean isByResources =
        having.stream().allMatch(d -> d.plugin().equals("NodeResourcesFit")) && !having.isEmpty();
    return isByResources
        ? new StrandedFinding(
                context,
                pods,
                requests,
                devices.get(0),
                having.stream().map(NodeDiagnosis::node).toList())
            .stranded()
        : Optional.empty();
  }

  private static boolean has(Resources free, Resources requests, List<ResourceName> names) {
    return names.stream().allMatch(n -> free.getOrZero(n).compareTo(requests.getOrZero(n)) >= 0);
  }

  private Optional<Stranded> stranded() {
    return requests.names().stream()
        .filter(n -> !n.isExtended() && lacking(n) > 0)
        .max(Comparator.comparingLong(this::lacking).thenComparing(n -> n.equals(ResourceName.CPU)))
        .map(this::stranded);
  }

  private long lacking(ResourceName name) {
    return nodes.stream()
        .filter(n -> left(n, name).compareTo(requests.getOrZero(name)) < 0)
        .count();
  }

  private Quantity left(Node node, ResourceName name) {
    return pods.headroom(context, node).getOrZero(name);
  }

  private Stranded stranded(ResourceName lacked) {
    Quantity free = nodes.stream().map(n -> left(n, device)).reduce(Quantity.ZERO, Quantity::add);
    Quantity most =
        nodes.stream().map(n -> left(n, lacked)).max(Comparator.naturalOrder()).orElseThrow();
    String where =
        nodes.size() == 1 ? "1 node that has " : nodes.size() + " nodes that have at most ";
    String also =
        lacked.equals(ResourceName.PODS) ? "" : " and " + requests.getOrZero(lacked) + " " + lacked;
    return new Stranded(
        device,
        requests.getOrZero(device),
        nodes.size(),
        free,
        lacked,
        most,
        also
            + "; "
            + free
            + " "
            + device
            + " "
            + Counted.are(free)
            + " free, but stranded on "
            + where
            + most
            + " "
            + (lacked.equals(ResourceName.PODS) ? "pod slots" : lacked)
            + " left"
            + (isBeyondNodes(lacked)
                ? "; no such node has more than %s %s, free or not"
                    .formatted(
                        most(lacked), lacked.equals(ResourceName.PODS) ? "pod slots" : lacked)
                : holders(lacked)));
  }

  /** Returns whether even empty nodes have too little of a resource. */
  private boolean isBeyondNodes(ResourceName lacked) {
    return requests.getOrZero(lacked).compareTo(most(lacked)) > 0;
  }

  private Quantity most(ResourceName lacked) {
    return nodes.stream()
        .map(n -> n.allocatable().getOrZero(lacked))
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  private static Finding finding(
      DetectionContext context, UnschedulablePods pods, Stranded stranded, String who) {
    ResourceName device = stranded.device();
    return FindingBuilder.of(GapKind.GpusStranded, pods.workload().root())
        .resource(device)
        .message(who + " " + stranded.requested() + " " + device + stranded.text())
        .evidence("requested", stranded.requested())
        .evidence("eligibleNodes", stranded.nodes())
        .evidence("free", stranded.free())
        .evidence("lacks", stranded.lacked())
        .evidence("left", stranded.left())
        .evidence("scheduler", pods.result().message())
        .waiting(pods.stored())
        .pods(pods.pods().size())
        .cost(Costs.pending(pods.pods()))
        .cause(context, new GapCause.Unschedulable(pods, device));
  }

  /**
   * Returns the namespaces whose pods hold the lacking resource there without any of the devices.
   */
  private String holders(ResourceName lacked) {
    Map<String, Quantity> byNamespace = new TreeMap<>();
    List<Pod> others =
        nodes.stream()
            .flatMap(n -> context.cluster().podsOn(n.name()).stream())
            .filter(p -> amount(p, device).signum() == 0 && amount(p, lacked).signum() > 0)
            .toList();
    others.forEach(p -> byNamespace.merge(p.namespace(), amount(p, lacked), Quantity::add));
    if (others.isEmpty()) {
      return "";
    }
    Quantity sum = byNamespace.values().stream().reduce(Quantity.ZERO, Quantity::add);
    Quantity all =
        nodes.stream()
            .map(n -> n.allocatable().getOrZero(lacked))
            .reduce(Quantity.ZERO, Quantity::add);
    Stream<String> largest =
        byNamespace.entrySet().stream()
            .sorted(Map.Entry.<String, Quantity>comparingByValue().reversed())
            .limit(NAMESPACES_NAMED)
            .map(e -> e.getKey() + " " + e.getValue());
    String more =
        byNamespace.size() > NAMESPACES_NAMED
            ? ", " + (byNamespace.size() - NAMESPACES_NAMED) + " more"
            : "";
    return ": "
        + Counted.of(others.size(), "pod")
        + " without "
        + device
        + " "
        + Counted.verb(others.size(), "has", "have")
        + " "
        + sum
        + " of "
        + all
        + " "
        + lacked
        + " there ("
        + largest.collect(Collectors.joining(", "))
        + more
        + ")";
  }

  private static Quantity amount(Pod pod, ResourceName name) {
    return pod.isTerminal()
        ? Quantity.ZERO
        : name.equals(ResourceName.PODS)
            ? ONE
            : DetectionContext.placedRequests(pod).getOrZero(name);
  }
}
