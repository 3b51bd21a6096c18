package dev.plimsoll.cli;

import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.AdviceReport;
import dev.plimsoll.advisor.recommend.Advisor;
import dev.plimsoll.advisor.recommend.DefaultCapacityPolicy;
import dev.plimsoll.advisor.recommend.RequiredResources;
import dev.plimsoll.console.AdviceSource;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The advice of {@code plimsoll advise} for a cluster, without history and without state. */
final class ComputedAdvice implements AdviceSource {
  private static final String FIRST =
      "computed without a history of use and without what former decisions left: an advisor that"
          + " has them may go another way to the same goal";

  @Override
  public List<PolicyAdvice> advise(Cluster cluster, Collection<CapacityPolicy> policies) {
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    if (policies.isEmpty()) {
      return List.of(
          advise(
              simulation,
              DefaultCapacityPolicy.of(cluster),
              List.of(DefaultCapacityPolicy.NOTE, FIRST)));
    }
    return policies.stream().map(p -> advise(simulation, p, List.of(FIRST))).toList();
  }

  private static PolicyAdvice advise(
      Simulation simulation, CapacityPolicy policy, List<String> notes) {
    RequiredResources.requireNodes(simulation.cluster(), policy);
    Advice advice = Advisor.advise(simulation, policy.withAccounts(Map.of()), UsageHistory.NONE);
    List<String> all = new ArrayList<>(notes);
    all.addAll(advice.notes());
    return new PolicyAdvice(AdviceReport.of(advice.withNotes(all)), AdvicePatch.text(advice));
  }
}
