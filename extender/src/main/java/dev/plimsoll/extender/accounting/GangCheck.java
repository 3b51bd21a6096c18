package dev.plimsoll.extender.accounting;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Optional;

/**
 * The answer of a pod's gang about the pod.
 *
 * @param gang the gang's name
 * @param isLetPass whether all of the gang was found to fit, or enough of it runs
 * @param awaitsPodGroup whether the PodGroup isn't there that says how many are enough
 * @param awaitsJob whether the Job isn't known whose parallelism says how many are enough
 * @param hadItsTurn whether nodes were reserved for the gang, and none of its pods was bound
 * @param isInDomain whether all the gang's pods must be in one domain, such as a rack
 */
public record GangCheck(
    String gang,
    boolean isLetPass,
    boolean awaitsPodGroup,
    boolean awaitsJob,
    boolean hadItsTurn,
    boolean isInDomain)
    implements HoldCheck {

  private HoldReason.Cause cause() {
    if (awaitsPodGroup) {
      return HoldReason.Cause.POD_GROUP;
    }
    if (awaitsJob) {
      return HoldReason.Cause.JOB;
    }
    if (hadItsTurn) {
      return HoldReason.Cause.GANG_TURN;
    }
    return isInDomain ? HoldReason.Cause.GANG_DOMAIN : HoldReason.Cause.GANG;
  }

  @Override
  public Optional<HoldReason> holdReason() {
    return isLetPass
        ? Optional.empty()
        : Optional.of(new HoldReason(cause(), gang, ResourceName.PODS));
  }
}
