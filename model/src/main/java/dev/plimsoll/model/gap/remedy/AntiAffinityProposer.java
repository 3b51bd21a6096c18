package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.PodAffinityTerm;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.PodsApart;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Proposes to stop requiring more topology domains than the nodes have. */
final class AntiAffinityProposer implements UnschedulablePodsProposer {
  @Override
  public List<Proposal> propose(
      DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    return PodsApart.of(pods)
        .map(
            apart ->
                Stream.concat(
                        Stream.of(proposal(apart.term())), fewer(context, pods, apart).stream())
                    .toList())
        .orElse(List.of());
  }

  /** Proposes to scale the workload to the number of domains, if that keeps its placed pods. */
  private static Optional<Proposal> fewer(
      DetectionContext context, UnschedulablePods pods, PodsApart apart) {
    ObjectReference root = pods.workload().root();
    int lost = apart.pods() - apart.domains();
    return context
        .root(pods.workload())
        .filter(w -> ReleaseQuotaProposer.isScaled(w, apart.domains()))
        .map(
            w ->
                Proposal.ofCluster(
                        "give up %d of %d pods of %s: scale it down to %d"
                            .formatted(lost, apart.pods(), apart.workload(), apart.domains()),
                        Actor.TENANT,
                        List.of(
                            new WorkloadChange.ScaleDown(
                                w.withReplicas(OptionalInt.of(apart.domains())),
                                pods.stored().stream().limit(lost).toList())))
                    .withOutcome(
                        "no pod is left that must be in another " + apart.term().topologyKey())
                    .withStops(root));
  }

  private static Proposal proposal(PodAffinityTerm term) {
    String key = term.topologyKey();
    return Proposal.ofPods(
            "stop requiring another " + key + " for each pod (required anti-affinity)",
            PodEdit.ofTemplate(
                spec ->
                    spec.withAffinity(
                        spec.affinity()
                            .withRequiredAntiPods(
                                spec.affinity().requiredAntiPods().stream()
                                    .filter(t -> !t.equals(term))
                                    .toList()))))
        .withCosts(List.of("several of its pods can then be lost with one " + key));
  }
}
