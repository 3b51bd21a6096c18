package dev.plimsoll.advisor.recommend;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.Gap;
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
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Computes what quotas should be: with the ceilings that are decided for what is divided, without
 * keys that nothing is charged to, and with what may be raised besides. What that does is
 * simulated.
 */
public final class Advisor {
  private final Simulation simulation;
  private final CapacityPolicy policy;
  private final UsageHistory usageHistory;

  private final CeilingPlan plan;

  private Advisor(
      Simulation simulation, CapacityPolicy policy, UsageHistory usageHistory, CeilingPlan plan) {
    this.simulation = simulation;
    this.policy = policy;
    this.usageHistory = usageHistory;
    this.plan = plan;
  }

  /**
   * Returns what is recommended.
   *
   * @param simulation the cluster as it is
   * @param policy how it is divided
   * @param usageHistory what they used before
   */
  public static Advice advise(
      Simulation simulation, CapacityPolicy policy, UsageHistory usageHistory) {
    return advise(simulation, policy, usageHistory, State.NONE, false);
  }

  /**
   * Returns what is recommended.
   *
   * @param simulation the cluster as it is
   * @param policy how it is divided
   * @param usageHistory what they used before
   * @param state what the decision before left
   * @param acceptsLosses whether a person accepts the losses of capacity up to now
   */
  public static Advice advise(
      Simulation simulation,
      CapacityPolicy policy,
      UsageHistory usageHistory,
      State state,
      boolean acceptsLosses) {
    Observation observation =
        ClusterObservation.of(simulation, policy, usageHistory, acceptsLosses);
    CeilingPlan plan =
        Decider.decide(observation, state)
            .withDisputes(TenantNamespaces.of(simulation.cluster(), policy));
    return new Advisor(simulation, policy, usageHistory, plan).advice();
  }

  private Advice advice() {
    Cluster cluster = simulation.cluster();
    Shares shares = Shares.of(cluster, policy, usageHistory);
    List<Gap> now = gaps(simulation);
    QuotaProposalDrafts quotaProposalDrafts =
        new QuotaProposalDrafts(QuotaPlanner.of(cluster, shares, plan).proposals());
    new DeadKeyRemoval(cluster, policy, quotaProposalDrafts).drop(now);
    List<String> tooLow =
        new UndividedKeyIncrease(simulation, policy, quotaProposalDrafts).raiseAll();
    List<ResourceQuotaProposal> proposals = inOrder(quotaProposalDrafts);
    Simulation applied = AppliedProposals.simulate(simulation, proposals);
    List<Gap> then = gaps(applied);
    RecommendationEffects recommendationEffects =
        new RecommendationEffects(simulation, applied, policy, now, then);
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
        AdviceNotes.of(simulation, shares, plan, quotaRecommendations, tooLow, then),
        cluster.asOf(),
        cluster.omissions(),
        RequiredResources.unread(cluster),
        List.of());
  }

  private List<ResourceQuotaProposal> inOrder(QuotaProposalDrafts quotaProposalDrafts) {
    List<String> tenants = policy.tenants().stream().map(t -> t.name()).toList();
    return quotaProposalDrafts.all().stream()
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

  private static List<Gap> gaps(Simulation simulation) {
    return GapFinder.find(simulation).stream().map(Finding::gap).toList();
  }
}
