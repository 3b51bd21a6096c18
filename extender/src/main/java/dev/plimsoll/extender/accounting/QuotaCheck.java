package dev.plimsoll.extender.accounting;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;
import java.util.Optional;

/**
 * The answer of a ResourceQuota about a pod.
 *
 * @param quota the quota's name
 * @param requested what the pod is charged, by the quota's keys
 * @param used what placed pods are charged and those on their way, by the same keys and others
 * @param hard what the quota allows
 */
public record QuotaCheck(String quota, Resources requested, Resources used, Resources hard)
    implements HoldCheck {

  @Override
  public Optional<HoldReason> holdReason() {
    List<ResourceName> exceeded = used.add(requested).mask(requested::contains).exceeding(hard);
    return exceeded.stream()
        .findFirst()
        .map(key -> new HoldReason(HoldReason.Cause.QUOTA, quota, key));
  }
}
