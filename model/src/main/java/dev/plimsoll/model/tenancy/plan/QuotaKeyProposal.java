package dev.plimsoll.model.tenancy.plan;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.List;

/**
 * The proposal for one key of a quota.
 *
 * @param key the key, such as {@code requests.nvidia.com/gpu}
 * @param used what is charged to it now
 * @param goal what it should be in the end
 * @param proposed what it should be next
 * @param why how that came about
 */
public record QuotaKeyProposal(
    ResourceName key, Quantity used, Quantity goal, Quantity proposed, List<DerivationStep> why) {

  public QuotaKeyProposal {
    why = List.copyOf(why);
  }
}
