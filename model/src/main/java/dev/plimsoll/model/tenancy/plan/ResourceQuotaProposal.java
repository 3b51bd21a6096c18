package dev.plimsoll.model.tenancy.plan;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * The proposal for a ResourceQuota.
 *
 * @param tenant whose namespace it is in
 * @param namespace the namespace
 * @param name the quota's name
 * @param now its ceilings, none if there is no such quota yet
 * @param keys what is proposed for those keys that are divided
 * @param dropped dead keys, which nothing is ever charged to
 */
@RecordBuilder
public record ResourceQuotaProposal(
    String tenant,
    String namespace,
    String name,
    Resources now,
    List<QuotaKeyProposal> keys,
    List<ResourceName> dropped)
    implements ResourceQuotaProposalBuilder.With {

  public ResourceQuotaProposal {
    keys = List.copyOf(keys);
    dropped = List.copyOf(dropped);
  }

  /** Returns whether the quota is to be created. */
  public boolean isNew() {
    return now.isEmpty();
  }

  /** Returns its ceilings with what is proposed. */
  public Resources proposed() {
    Resources hard = now;
    for (ResourceName key : dropped) {
      hard = hard.without(key);
    }
    for (QuotaKeyProposal key : keys) {
      hard = hard.with(key.key(), key.proposed());
    }
    return hard;
  }

  /** Returns whether anything is to change. */
  public boolean changes() {
    return !proposed().equals(now);
  }
}
