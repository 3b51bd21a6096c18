package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.HeldPods;
import dev.plimsoll.model.hold.PodHold;
import dev.plimsoll.model.topology.DomainLack;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds pods that Plimsoll's extender holds although nodes would take the pods. The policies say
 * so, or else the extender's own text that kube-scheduler recorded. A gang that no domain takes is
 * a kind of its own: {@link GapKind#FragmentedDomain}, or {@link GapKind#NoEligibleNode} if no
 * domain could ever take the gang.
 */
final class HeldPodsDetector implements GapDetector {

  private record Group(WorkloadPods workload, String text) {}

  private record Held(PodHold hold, List<Pod> pods) {}

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.PodsHeld, GapKind.FragmentedDomain, GapKind.NoEligibleNode);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return PodRequirements.ofPlacement(context);
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    Map<Group, Held> groups = new LinkedHashMap<>();
    for (HeldPods.HeldPod each : HeldPods.of(context)) {
      groups
          .computeIfAbsent(
              new Group(each.workload(), each.hold().text()),
              g -> new Held(each.hold(), new ArrayList<>()))
          .pods()
          .add(each.pod());
    }
    List<Finding> found = new ArrayList<>();
    groups.forEach((group, held) -> found.add(finding(context, group, held)));
    return found;
  }

  private static Finding finding(DetectionContext context, Group group, Held held) {
    List<Pod> pods = held.pods();
    boolean isOfDomain = held.hold().domain().isPresent();
    String who =
        pods.size() == 1
            ? "pod " + pods.get(0).name() + (isOfDomain ? " waits" : " is held")
            : Counted.of(pods.size(), "pod") + (isOfDomain ? " wait" : " are held");
    FindingBuilder finding =
        FindingBuilder.of(kind(held.hold()), group.workload().root())
            .message(who + ": " + String.join("; ", held.hold().notes()))
            .evidence("scheduler", group.text())
            .waiting(pods)
            .cost(Costs.pending(pods));
    held.hold().domain().ifPresent(lack -> evidence(finding, lack));
    return finding.cause(context, cause(context, group, held));
  }

  private static GapKind kind(PodHold hold) {
    return hold.domain()
        .map(
            lack ->
                switch (lack.kind()) {
                  case FRAGMENTED -> GapKind.FragmentedDomain;
                  case TOO_LARGE, UNKNOWN_LEVEL -> GapKind.NoEligibleNode;
                  case TOO_LITTLE -> GapKind.PodsHeld;
                })
        .orElse(GapKind.PodsHeld);
  }

  private static void evidence(FindingBuilder finding, DomainLack lack) {
    finding
        .resource(lack.resource())
        .evidence("within", lack.question().request().within().orElse(""))
        .evidence("requested", lack.requested())
        .evidence("free", lack.free());
  }

  private static GapCause cause(DetectionContext context, Group group, Held held) {
    PodHold hold = held.hold();
    return hold.share()
        .<GapCause>map(
            s -> new GapCause.HeldAtShare(group.workload(), held.pods(), s, context.holds()))
        .or(() -> hold.domain().map(l -> new GapCause.DomainLacks(group.workload(), l)))
        .orElseGet(GapCause.Unremedied::new);
  }
}
