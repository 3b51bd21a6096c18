package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.PodAffinityTerm;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.version.DefaultPlugin;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.PodsApart;
import dev.plimsoll.model.gap.UnschedulablePods;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Proposes to give up a required affinity or anti-affinity of the template to other pods. */
final class PodAffinityProposer implements UnschedulablePodsProposer {
  private static final int MOST_PROPOSED = 3;

  @Override
  public List<Proposal> propose(
      DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    if (pods.nodesRejectedBy(Set.of(DefaultPlugin.InterPodAffinity.name())).isEmpty()) {
      return List.of();
    }
    PodSpec spec = pods.pods().get(0).spec();
    Optional<PodAffinityTerm> apart = PodsApart.of(pods).map(PodsApart::term);
    List<Proposal> proposals = new ArrayList<>();
    spec.affinity().requiredPods().stream()
        .filter(t -> pods.areOfTemplate(s -> contains(s.affinity().requiredPods(), t)))
        .map(PodAffinityProposer::together)
        .forEach(proposals::add);
    spec.affinity().requiredAntiPods().stream()
        .filter(t -> !apart.equals(Optional.of(t)))
        .filter(t -> pods.areOfTemplate(s -> contains(s.affinity().requiredAntiPods(), t)))
        .map(PodAffinityProposer::apart)
        .forEach(proposals::add);
    return proposals.size() > MOST_PROPOSED ? proposals.subList(0, MOST_PROPOSED) : proposals;
  }

  private static Proposal together(PodAffinityTerm term) {
    String key = term.topologyKey();
    String others = "pods with " + selector(term);
    return Proposal.ofPods(
            "stop requiring %s in the same %s (required affinity)".formatted(others, key),
            PodEdit.ofTemplate(
                spec ->
                    spec.withAffinity(
                        spec.affinity()
                            .withRequiredPods(without(spec.affinity().requiredPods(), term)))))
        .withCosts(List.of("its pods can then be in another %s than %s".formatted(key, others)));
  }

  private static Proposal apart(PodAffinityTerm term) {
    String key = term.topologyKey();
    String others = "pods with " + selector(term);
    return Proposal.ofPods(
            "stop requiring another %s than %s have (required anti-affinity)"
                .formatted(key, others),
            PodEdit.ofTemplate(
                spec ->
                    spec.withAffinity(
                        spec.affinity()
                            .withRequiredAntiPods(
                                without(spec.affinity().requiredAntiPods(), term)))))
        .withCosts(List.of("its pods can then be in one %s with %s".formatted(key, others)));
  }

  private static String selector(PodAffinityTerm term) {
    return term.labelSelector().map(LabelSelector::toString).orElse("no label at all");
  }

  private static boolean contains(List<PodAffinityTerm> terms, PodAffinityTerm term) {
    return terms.stream().anyMatch(t -> isStoredAs(t, term));
  }

  private static List<PodAffinityTerm> without(List<PodAffinityTerm> terms, PodAffinityTerm term) {
    return terms.stream().filter(t -> !isStoredAs(t, term)).toList();
  }

  /**
   * The API server adds requirements to the selector of a stored pod for {@code matchLabelKeys}.
   */
  private static boolean isStoredAs(PodAffinityTerm template, PodAffinityTerm stored) {
    return template.topologyKey().equals(stored.topologyKey())
        && template.namespaces().equals(stored.namespaces())
        && template.namespaceSelector().equals(stored.namespaceSelector())
        && template
            .labelSelector()
            .map(LabelSelector::matchLabels)
            .equals(stored.labelSelector().map(LabelSelector::matchLabels))
        && template.matchLabelKeys().equals(stored.matchLabelKeys())
        && template.mismatchLabelKeys().equals(stored.mismatchLabelKeys());
  }
}
