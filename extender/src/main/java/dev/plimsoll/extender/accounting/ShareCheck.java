package dev.plimsoll.extender.accounting;

import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.usage.ShareAmounts;
import java.util.List;
import java.util.Optional;

/**
 * What a tenant's share says of a pod.
 *
 * @param policy the policy's name
 * @param tenant the tenant's
 * @param placement what the policy does at placement
 * @param amounts what it goes by, for each resource that the pod requests and the policy divides
 */
public record ShareCheck(
    String policy, String tenant, PlacementMode placement, List<ShareAmounts> amounts)
    implements HoldCheck {

  /** Makes the list unmodifiable. */
  public ShareCheck {
    amounts = List.copyOf(amounts);
  }

  private Optional<ResourceName> insufficientResource() {
    return amounts.stream().filter(a -> !a.suffice()).map(ShareAmounts::resource).findFirst();
  }

  @Override
  public Optional<HoldReason> holdReason() {
    return holds()
        ? insufficientResource().map(n -> new HoldReason(HoldReason.Cause.SHARE, tenant, n))
        : Optional.empty();
  }

  /** Returns whether the policy holds pods. */
  public boolean holds() {
    return placement == PlacementMode.HOLD;
  }

  /** Returns whether the pod needs to borrow nothing. */
  public boolean isWithinShare() {
    return amounts.stream().allMatch(ShareAmounts::isWithinShare);
  }

  /** Returns whether the pod requests the resource and the policy divides it. */
  public boolean divides(ResourceName resource) {
    return amounts.stream().anyMatch(a -> a.resource().equals(resource));
  }

  /**
   * Returns whether the pod is beyond the share, which is only reported: by the policy, or since
   * its gate was removed, so that it has been let pass.
   */
  boolean isReported() {
    return (placement == PlacementMode.REPORT || placement == PlacementMode.GATE)
        && insufficientResource().isPresent();
  }
}
