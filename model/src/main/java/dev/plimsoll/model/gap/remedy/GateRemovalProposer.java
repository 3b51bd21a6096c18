package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.SchedulingGate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Proposes to remove scheduling gates, unless a controller that is known removes one of them. */
final class GateRemovalProposer implements RemedyProposer {
  private static final int MOST_PODS = 20;

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    if (!(cause instanceof GapCause.GatedPods gated)) {
      return List.of();
    }
    Set<String> gates = new LinkedHashSet<>();
    gated.pods().forEach(p -> gates.addAll(p.spec().schedulingGates()));
    if (gates.stream().anyMatch(g -> SchedulingGate.of(g).owner().isPresent())
        || gated.pods().size() > MOST_PODS) {
      return List.of();
    }
    Set<String> domains = new TreeSet<>();
    gates.forEach(g -> SchedulingGate.of(g).domain().ifPresent(domains::add));
    String whose = domains.isEmpty() ? "" : ", which belongs to " + String.join(" and ", domains);
    String action =
        "remove scheduling gate "
            + String.join(", ", gates)
            + whose
            + ", if what it waits for has happened";
    return List.of(
        Proposal.ofPods(action, new PodEdit(spec -> spec.withSchedulingGates(List.of()), true)));
  }
}
