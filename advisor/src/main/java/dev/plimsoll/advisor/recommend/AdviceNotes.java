package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.gap.Unexamined;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.NodeProposal;
import dev.plimsoll.model.tenancy.NodeShortage;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.model.tenancy.decision.CeilingPlan;
import dev.plimsoll.model.tenancy.decision.ResourceCeilings;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Notes on what the numbers don't show. */
final class AdviceNotes {
  private static final Set<GapKind> ADDRESSED =
      EnumSet.of(
          GapKind.QuotaExhaustedCapacityFree,
          GapKind.GpusStranded,
          GapKind.QuotasOvercommitted,
          GapKind.NoQuota,
          GapKind.DeadQuotaKey);

  private final List<String> notes = new ArrayList<>();

  private AdviceNotes() {}

  static List<String> of(
      Simulation simulation,
      Shares shares,
      CeilingPlan plan,
      List<QuotaRecommendation> quotaRecommendations,
      List<String> tooLow,
      List<Gap> then,
      List<Unexamined> setAside) {
    CapacityPolicy policy = shares.capacity().policy();
    AdviceNotes all = new AdviceNotes();
    setAside.forEach(all::setAside);
    plan.notes().forEach(n -> all.notes.add(n.message()));
    all.sums(plan, quotaRecommendations);
    all.notes.addAll(new AutoscaledNodes(simulation.cluster(), shares.capacity()).notes());
    all.notes.addAll(tooLow);
    all.notes.addAll(SharedKeyNotes.of(simulation.cluster(), shares));
    all.notes.addAll(DemandNotes.of(shares));
    all.notes.addAll(ClusterQuotaNotes.of(simulation.cluster()));
    all.notes.addAll(GeneratedQuotaNotes.of(quotaRecommendations));
    all.notes.addAll(CopiedQuotaNotes.of(quotaRecommendations));
    NodeShortage.of(shares).forEach(all::bounded);
    all.terminating(simulation.cluster(), policy);
    all.remaining(TenantNamespaces.of(simulation.cluster(), policy), then);
    return List.copyOf(all.notes);
  }

  private void setAside(Unexamined unexamined) {
    notes.add(
        "not examined, because of a defect in Plimsoll: "
            + unexamined.message()
            + "; the quotas of its namespace are left alone");
  }

  private void sums(CeilingPlan plan, List<QuotaRecommendation> quotaRecommendations) {
    for (ResourceCeilings each : plan.resources()) {
      DividedResource resource = each.capacity().resource();
      long sum = sum(resource, quotaRecommendations);
      long divided = each.capacity().divided();
      if (sum > divided) {
        notes.add(
            "the ceilings on "
                + resource.name()
                + " add up to "
                + resource.quantity(sum)
                + " instead of the "
                + resource.quantity(divided)
                + " to divide: more is in use, or the step limits a change");
      } else if (sum < divided) {
        notes.add(
            resource.quantity(divided - sum)
                + " of "
                + resource.name()
                + " remain unassigned: the tenants' ceilings or the step leave them");
      }
    }
  }

  /** Returns the sum of the proposed ceilings, in units; of several in a namespace the lowest. */
  private static long sum(
      DividedResource resource, List<QuotaRecommendation> quotaRecommendations) {
    Map<String, Long> lowest = new HashMap<>();
    for (QuotaRecommendation quotaRecommendation : quotaRecommendations) {
      if (quotaRecommendation.quota().spec().countsAllPods()) {
        for (QuotaKeyProposal key : quotaRecommendation.proposal().keys()) {
          if (QuotaKeys.nodeResource(key.key()).filter(resource.name()::equals).isPresent()) {
            lowest.merge(
                quotaRecommendation.proposal().namespace(),
                resource.unitsIn(key.proposed().toBigDecimal()),
                Math::min);
          }
        }
      }
    }
    return lowest.values().stream().mapToLong(Long::longValue).sum();
  }

  private void bounded(NodeProposal proposal) {
    if (proposal.isBounded()) {
      notes.add(
          "pool "
              + proposal.pool()
              + " lacks "
              + proposal.lacking()
              + ", for which "
              + NodeProposal.MAX_NODES
              + " nodes, as many as Kubernetes supports, would be too few or just enough: check the"
              + " replicas of what waits there");
    }
  }

  private void terminating(Cluster cluster, CapacityPolicy policy) {
    for (Namespace namespace : cluster.list(Namespace.class)) {
      boolean ofTenant =
          policy.tenants().stream()
              .anyMatch(
                  t -> t.namespaces().matches(namespace.name(), namespace.metadata().labels()));
      if (namespace.isTerminating() && ofTenant) {
        notes.add(
            "namespace " + namespace.name() + " is being deleted: its quotas are left as they are");
      }
    }
  }

  private void remaining(TenantNamespaces tenants, List<Gap> then) {
    for (Gap gap : then) {
      if (ADDRESSED.contains(gap.kind())) {
        boolean foreign = !gap.namespace().isEmpty() && tenants.tenantOf(gap.namespace()).isEmpty();
        notes.add(
            "not resolved: "
                + gap.message()
                + " ("
                + gap.kind()
                + ")"
                + (foreign
                    ? "; the namespace belongs to no tenant, so its quotas are not changed"
                    : ""));
      }
    }
  }
}
