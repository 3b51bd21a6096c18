package dev.plimsoll.extender.accounting;

import dev.plimsoll.model.quantity.ResourceName;
import java.util.Optional;

/**
 * What a pod's gang says of it.
 *
 * @param gang the gang's name
 * @param isLetPass whether all of the gang was found to fit, or enough of it runs
 */
public record GangCheck(String gang, boolean isLetPass) implements HoldCheck {

  @Override
  public Optional<HoldReason> holdReason() {
    return isLetPass
        ? Optional.empty()
        : Optional.of(new HoldReason(HoldReason.Cause.GANG, gang, ResourceName.PODS));
  }
}
