package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.TopologySpreadConstraint;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.version.DefaultPlugin;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.UnschedulablePods;
import java.util.List;
import java.util.Set;

/** Proposes to prefer the spread that a constraint of the template requires. */
final class SpreadProposer implements UnschedulablePodsProposer {
  private static final int MOST_PROPOSED = 3;

  @Override
  public List<Proposal> propose(
      DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    return pods.nodesRejectedBy(Set.of(DefaultPlugin.PodTopologySpread.name())).isEmpty()
        ? List.of()
        : pods.pods().get(0).spec().topologySpreadConstraints().stream()
            .filter(SpreadProposer::isRequired)
            .map(TopologySpreadConstraint::topologyKey)
            .distinct()
            .filter(key -> pods.areOfTemplate(spec -> isOnlyRequired(spec, key)))
            .limit(MOST_PROPOSED)
            .map(SpreadProposer::proposal)
            .toList();
  }

  private static boolean isRequired(TopologySpreadConstraint constraint) {
    return constraint.whenUnsatisfiable().equals("DoNotSchedule");
  }

  /** The API server takes one constraint for a label and {@code whenUnsatisfiable}. */
  private static boolean isOnlyRequired(PodSpec spec, String key) {
    List<TopologySpreadConstraint> ofKey =
        spec.topologySpreadConstraints().stream().filter(c -> c.topologyKey().equals(key)).toList();
    return ofKey.size() == 1 && isRequired(ofKey.get(0));
  }

  private static Proposal proposal(String key) {
    return Proposal.ofPods(
            "prefer to spread the pods over %s, and do not require it".formatted(key),
            PodEdit.ofTemplate(
                spec ->
                    spec.with()
                        .topologySpreadConstraints(
                            spec.topologySpreadConstraints().stream()
                                .map(c -> c.topologyKey().equals(key) ? c.preferred() : c)
                                .toList())
                        .build()))
        .withCosts(List.of("more of its pods can then be lost with one " + key));
  }
}
