package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.model.tenancy.plan.ResourceQuotaProposal;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The simulation in which proposals are applied and the quota controller has synced. */
final class AppliedProposals {
  private AppliedProposals() {}

  static Simulation simulate(Simulation simulation, List<ResourceQuotaProposal> proposals) {
    Simulation applied = simulation;
    Set<String> namespaces = new TreeSet<>();
    for (ResourceQuotaProposal proposal : proposals) {
      if (proposal.changes()) {
        applied = applied.with(new Change.Apply(quota(simulation.cluster(), proposal)));
        namespaces.add(proposal.namespace());
      }
    }
    for (String namespace : namespaces) {
      applied = applied.withResync(namespace);
    }
    return applied;
  }

  /** Returns the quota with what is proposed. */
  static ResourceQuota quota(Cluster cluster, ResourceQuotaProposal proposal) {
    return cluster
        .find(ResourceQuota.class, proposal.namespace(), proposal.name())
        .map(q -> q.withSpec(q.spec().withHard(proposal.proposed())))
        .orElseGet(
            () ->
                new ResourceQuota(
                    ObjectMeta.builder()
                        .namespace(proposal.namespace())
                        .name(proposal.name())
                        .build(),
                    ResourceQuotaSpec.of(proposal.proposed()),
                    ResourceQuotaStatus.NONE));
  }
}
