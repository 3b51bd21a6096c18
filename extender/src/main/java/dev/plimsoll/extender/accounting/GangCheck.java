package dev.plimsoll.extender.accounting;

import dev.plimsoll.model.quantity.ResourceName;
import java.util.Optional;

/**
 * What a pod's gang says of it.
 *
 * @param gang the gang's name
 * @param isLetPass whether all of the gang was found to fit, or enough of it runs
 * @param awaitsPodGroup whether the PodGroup isn't there that says how many are enough
 */
public record GangCheck(String gang, boolean isLetPass, boolean awaitsPodGroup)
    implements HoldCheck {

  @Override
  public Optional<HoldReason> holdReason() {
    HoldReason.Cause cause = awaitsPodGroup ? HoldReason.Cause.POD_GROUP : HoldReason.Cause.GANG;
    return isLetPass
        ? Optional.empty()
        : Optional.of(new HoldReason(cause, gang, ResourceName.PODS));
  }
}
