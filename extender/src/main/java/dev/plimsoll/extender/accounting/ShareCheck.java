package dev.plimsoll.extender.accounting;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.tenancy.Enforcement.PlacementMode;
import dev.plimsoll.model.tenancy.usage.ShareAmounts;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The answer of a tenant's share about a pod.
 *
 * @param policy the policy's name
 * @param tenant the tenant's
 * @param placement what the policy does at placement
 * @param amounts what it goes by, for each resource that the pod requests and the policy divides
 * @param isEverywhere whether these resources are divided on all nodes
 */
public record ShareCheck(
    String policy,
    String tenant,
    PlacementMode placement,
    List<ShareAmounts> amounts,
    boolean isEverywhere)
    implements HoldCheck {

  public ShareCheck {
    amounts = List.copyOf(amounts);
  }

  private List<ResourceName> insufficientResources() {
    return amounts.stream().filter(a -> !a.suffice()).map(ShareAmounts::resource).toList();
  }

  @Override
  public Optional<HoldReason> holdReason() {
    return holdReasons().stream().findFirst();
  }

  @Override
  public List<HoldReason> holdReasons() {
    return holds() ? insufficientResources().stream().map(this::reason).toList() : List.of();
  }

  private HoldReason reason(ResourceName resource) {
    return new HoldReason(HoldReason.Cause.SHARE, tenant, resource, policy);
  }

  /** Returns the check for a node on which only some of the resources are divided. */
  ShareCheck only(Predicate<ResourceName> isDivided) {
    return new ShareCheck(
        policy,
        tenant,
        placement,
        amounts.stream().filter(a -> isDivided.test(a.resource())).toList(),
        isEverywhere);
  }

  /** Returns whether the policy holds pods. */
  public boolean holds() {
    return placement == PlacementMode.HOLD;
  }

  /** Returns whether the pod needs to borrow nothing. */
  public boolean isWithinShare() {
    return amounts.stream().allMatch(ShareAmounts::isWithinShare);
  }

  /** Returns the resources that the pod requests and the policy divides. */
  public List<ResourceName> resources() {
    return amounts.stream().map(ShareAmounts::resource).toList();
  }

  /**
   * Returns whether the pod is beyond the share and accepted nevertheless: the policy only reports,
   * or the pod's gate was removed.
   */
  boolean isReported() {
    return (placement == PlacementMode.REPORT || placement == PlacementMode.GATE)
        && !insufficientResources().isEmpty();
  }
}
