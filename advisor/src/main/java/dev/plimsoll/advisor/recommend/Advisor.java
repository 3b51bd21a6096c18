package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapSurvey;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.gap.detect.GapFinder;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.tenancy.decision.CeilingPlan;
import dev.plimsoll.model.tenancy.decision.ClusterObservation;
import dev.plimsoll.model.tenancy.decision.Decider;
import dev.plimsoll.model.tenancy.decision.Observation;
import dev.plimsoll.model.tenancy.decision.QuotaPlanner;
import dev.plimsoll.model.tenancy.decision.State;
import dev.plimsoll.model.tenancy.plan.ResourceQuotaProposal;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Computes recommended quotas and simulates their effect. It applies the decided ceilings of
 * divided resources, drops keys that nothing is charged to, and raises other keys that the policy
 * allows.
 */
public final class Advisor {
  private final Simulation simulation;
  private final CapacityPolicy policy;
  private final UsageHistory usageHistory;
  private final CeilingPlan plan;
  private final Set<String> setAside;

  /** The inputs of the advice other than the cluster. */
  private record AdviceQuestion(
      CapacityPolicy policy,
      UsageHistory usageHistory,
      State state,
      boolean acceptsLosses,
      Set<String> fixed) {}

  private Advisor(
      Simulation simulation,
      CapacityPolicy policy,
      UsageHistory usageHistory,
      CeilingPlan plan,
      Set<String> setAside) {
    this.simulation = simulation;
    this.policy = policy;
    this.usageHistory = usageHistory;
    this.plan = plan;
    this.setAside = setAside;
  }

  /**
   * Returns the advice for a cluster.
   *
   * @param simulation the cluster as it is
   * @param policy how it is divided
   * @param usageHistory what they used before
   */
  public static Advice advise(
      Simulation simulation, CapacityPolicy policy, UsageHistory usageHistory) {
    return advise(simulation, policy, usageHistory, State.NONE, false, Set.of());
  }

  /**
   * Returns the advice for a cluster. A workload on which a rule fails is set aside, and the quotas
   * of its namespace are left alone.
   *
   * @param simulation the cluster as it is
   * @param policy how it is divided
   * @param usageHistory what they used before
   * @param state what the decision before left
   * @param acceptsLosses whether a person accepts the losses of capacity up to now
   * @param fixed the namespaces whose quotas can't be changed
   */
  public static Advice advise(
      Simulation simulation,
      CapacityPolicy policy,
      UsageHistory usageHistory,
      State state,
      boolean acceptsLosses,
      Set<String> fixed) {
    AdviceQuestion question = new AdviceQuestion(policy, usageHistory, state, acceptsLosses, fixed);
    try {
      return answer(simulation, question, List.of());
    } catch (RuntimeException e) {
      DefectiveWorkloads defective =
          DefectiveWorkloads.of(simulation, s -> answer(s, question, List.of()));
      if (defective.found().isEmpty()) {
        throw e;
      }
      return answer(defective.without(), question, defective.found());
    }
  }

  private static Advice answer(
      Simulation simulation, AdviceQuestion question, List<Unexamined> unexamined) {
    Set<String> setAside =
        unexamined.stream()
            .flatMap(u -> u.object().stream())
            .map(ObjectReference::namespace)
            .collect(Collectors.toUnmodifiableSet());
    CapacityPolicy policy = question.policy();
    Observation observation =
        ClusterObservation.of(simulation, policy, question.usageHistory(), question.acceptsLosses())
            .keeping(setAside)
            .fixing(question.fixed());
    CeilingPlan plan =
        Decider.decide(observation, question.state())
            .withDisputes(TenantNamespaces.of(simulation.cluster(), policy));
    return new Advisor(simulation, policy, question.usageHistory(), plan, setAside)
        .advice(unexamined);
  }

  private Advice advice(List<Unexamined> failed) {
    Cluster cluster = simulation.cluster();
    Shares shares = Shares.of(cluster, simulation.workloads(), policy, usageHistory);
    List<Unexamined> unexamined = new ArrayList<>(failed);
    List<Gap> now = gaps(simulation, unexamined);
    QuotaProposalDrafts quotaProposalDrafts =
        new QuotaProposalDrafts(
            QuotaPlanner.of(cluster, simulation.workloads(), shares, plan).proposals());
    new DeadKeyRemoval(cluster, policy, quotaProposalDrafts).drop(now);
    List<String> tooLow =
        new UndividedKeyIncrease(simulation, policy, quotaProposalDrafts).raiseAll();
    List<ResourceQuotaProposal> proposals = inOrder(quotaProposalDrafts);
    Simulation applied = AppliedProposals.simulate(simulation, proposals);
    List<Gap> then = gaps(applied, new ArrayList<>());
    RecommendationEffects recommendationEffects =
        new RecommendationEffects(simulation, applied, shares.capacity(), now, then);
    ConfidenceRating confidenceRating = new ConfidenceRating(cluster, shares, usageHistory);
    List<QuotaRecommendation> quotaRecommendations =
        proposals.stream()
            .map(
                p ->
                    new QuotaRecommendation(
                        p,
                        AppliedProposals.quota(cluster, p),
                        recommendationEffects.in(p.namespace()),
                        confidenceRating.of(p)))
            .toList();
    return new Advice(
        shares,
        plan,
        quotaRecommendations,
        LimitRangeAdvisor.of(cluster, policy, now),
        NodeAdvisor.of(applied, shares),
        now,
        then,
        AdviceNotes.of(simulation, shares, plan, quotaRecommendations, tooLow, then, failed),
        cluster.asOf(),
        cluster.omissions(),
        RequiredResources.unread(cluster),
        List.of(),
        unexamined);
  }

  private List<ResourceQuotaProposal> inOrder(QuotaProposalDrafts quotaProposalDrafts) {
    List<String> tenants = policy.tenants().stream().map(t -> t.name()).toList();
    return quotaProposalDrafts.all().stream()
        .filter(p -> !setAside.contains(p.namespace()))
        .sorted(
            Comparator.comparingInt(
                    (ResourceQuotaProposal p) ->
                        IntStream.range(0, tenants.size())
                            .filter(i -> tenants.get(i).equals(p.tenant()))
                            .findFirst()
                            .orElse(tenants.size()))
                .thenComparing(ResourceQuotaProposal::namespace)
                .thenComparing(ResourceQuotaProposal::name))
        .toList();
  }

  private static List<Gap> gaps(Simulation simulation, List<Unexamined> unexamined) {
    GapSurvey survey = GapFinder.survey(simulation);
    unexamined.addAll(survey.unexamined());
    return survey.findings().stream().map(Finding::gap).toList();
  }
}
