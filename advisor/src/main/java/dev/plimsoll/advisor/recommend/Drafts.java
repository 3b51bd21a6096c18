package dev.plimsoll.advisor.recommend;

import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.KeyProposal;
import dev.plimsoll.model.tenancy.plan.QuotaProposal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Proposals while they are worked on. */
final class Drafts {
  private final Map<String, QuotaProposal> proposals = new LinkedHashMap<>();

  Drafts(List<QuotaProposal> proposals) {
    proposals.forEach(this::put);
  }

  List<QuotaProposal> all() {
    return List.copyOf(proposals.values());
  }

  /** Returns the proposal for a quota that there is, one that changes nothing if need be. */
  QuotaProposal of(String tenant, ResourceQuota quota) {
    return Optional.ofNullable(proposals.get(label(quota.namespace(), quota.name())))
        .orElseGet(
            () ->
                new QuotaProposal(
                    tenant,
                    quota.namespace(),
                    quota.name(),
                    quota.spec().hard(),
                    List.of(),
                    List.of()));
  }

  /** Drops a key, which nothing is ever charged to. */
  void drop(QuotaProposal proposal, ResourceName dead) {
    List<ResourceName> all = new ArrayList<>(proposal.dead());
    if (!all.contains(dead)) {
      all.add(dead);
    }
    put(
        new QuotaProposal(
            proposal.tenant(),
            proposal.namespace(),
            proposal.name(),
            proposal.now(),
            proposal.keys(),
            all));
  }

  /** Sets a ceiling to what the step says, and adds the step to its derivation. */
  void set(QuotaProposal proposal, ResourceName key, Quantity used, DerivationStep step) {
    Quantity ceiling = step.amount();
    List<KeyProposal> keys = new ArrayList<>();
    boolean found = false;
    for (KeyProposal old : proposal.keys()) {
      if (old.key().equals(key)) {
        List<DerivationStep> why = new ArrayList<>(old.why());
        why.add(step);
        keys.add(new KeyProposal(key, old.used(), ceiling, ceiling, why));
        found = true;
      } else {
        keys.add(old);
      }
    }
    if (!found) {
      keys.add(new KeyProposal(key, used, ceiling, ceiling, List.of(step)));
    }
    put(
        new QuotaProposal(
            proposal.tenant(),
            proposal.namespace(),
            proposal.name(),
            proposal.now(),
            keys,
            proposal.dead()));
  }

  private void put(QuotaProposal proposal) {
    proposals.put(label(proposal.namespace(), proposal.name()), proposal);
  }

  private static String label(String namespace, String name) {
    return namespace + "/" + name;
  }
}
