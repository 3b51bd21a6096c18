package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import dev.plimsoll.model.tenancy.plan.ResourceQuotaProposal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Draft proposals. */
final class QuotaProposalDrafts {
  private final Map<String, ResourceQuotaProposal> proposals = new LinkedHashMap<>();

  QuotaProposalDrafts(List<ResourceQuotaProposal> proposals) {
    proposals.forEach(this::put);
  }

  List<ResourceQuotaProposal> all() {
    return List.copyOf(proposals.values());
  }

  /** Returns the latest draft for an existing quota, or a draft without changes. */
  ResourceQuotaProposal of(String tenant, ResourceQuota quota) {
    return latest(
        new ResourceQuotaProposal(
            tenant, quota.namespace(), quota.name(), quota.spec().hard(), List.of(), List.of()));
  }

  /** Drops a key, which nothing is ever charged to. */
  void drop(ResourceQuotaProposal proposal, ResourceName dead) {
    ResourceQuotaProposal latest = latest(proposal);
    List<ResourceName> all = new ArrayList<>(latest.dropped());
    if (!all.contains(dead)) {
      all.add(dead);
    }
    put(latest.withDropped(all));
  }

  /** Sets a ceiling to what the step says, and adds the step to its derivation. */
  void set(ResourceQuotaProposal proposal, ResourceName key, Quantity used, DerivationStep step) {
    ResourceQuotaProposal latest = latest(proposal);
    Quantity ceiling = step.amount();
    List<QuotaKeyProposal> keys = new ArrayList<>();
    boolean found = false;
    for (QuotaKeyProposal old : latest.keys()) {
      if (old.key().equals(key)) {
        List<DerivationStep> why = new ArrayList<>(old.why());
        why.add(step);
        keys.add(new QuotaKeyProposal(key, old.used(), ceiling, ceiling, why));
        found = true;
      } else {
        keys.add(old);
      }
    }
    if (!found) {
      keys.add(new QuotaKeyProposal(key, used, ceiling, ceiling, List.of(step)));
    }
    put(latest.withKeys(keys));
  }

  private ResourceQuotaProposal latest(ResourceQuotaProposal proposal) {
    return proposals.getOrDefault(label(proposal.namespace(), proposal.name()), proposal);
  }

  private void put(ResourceQuotaProposal proposal) {
    proposals.put(label(proposal.namespace(), proposal.name()), proposal);
  }

  private static String label(String namespace, String name) {
    return namespace + "/" + name;
  }
}
