package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.LimitRangeItem;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.whatif.Change;
import java.util.List;

/**
 * Proposes to remove a resource from the defaults of a limit range. It is set to zero if the API
 * server would fill the default in again.
 *
 * <p>Source: {@code SetDefaults_LimitRangeItem} in {@code pkg/apis/core/v1/defaults.go}: a default
 * limit that is missing becomes the maximum, a default request that is missing the default limit or
 * the minimum.
 */
final class DefaultRemovalProposer implements RemedyProposer {

  /** The result where no pod is denied, so that none was tried. */
  static final String NO_LONGER_CHARGED = "new pods are not charged for it";

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    if (!(cause instanceof GapCause.InjectedDefault injected)) {
      return List.of();
    }
    ResourceName resource = injected.resource();
    LimitRange limitRange = injected.limitRange();
    if (limitRange.limits().stream().anyMatch(i -> i.min().getOrZero(resource).signum() > 0)) {
      return List.of();
    }
    boolean filledIn = limitRange.limits().stream().anyMatch(i -> isFilledIn(i, resource));
    String action =
        filledIn
            ? "set the defaults of limit range " + limitRange.name() + " for " + resource + " to 0"
            : "remove " + resource + " from the defaults of limit range " + limitRange.name();
    Change change = new Change.Apply(without(limitRange, resource));
    Proposal proposal =
        Proposal.ofCluster(action, Actor.ADMIN, List.of(change))
            .withCosts(
                List.of(
                    "new pods of the namespace that need "
                        + resource
                        + " must request it themselves"));
    return List.of(
        injected.denial().isPresent() ? proposal : proposal.withOutcome(NO_LONGER_CHARGED));
  }

  static LimitRange without(LimitRange limitRange, ResourceName resource) {
    return limitRange.withLimits(
        limitRange.limits().stream().map(i -> without(i, resource)).toList());
  }

  private static LimitRangeItem without(LimitRangeItem item, ResourceName resource) {
    return isFilledIn(item, resource)
        ? item.replaceDefaults(
            item.defaultLimits().with(resource, Quantity.ZERO),
            item.defaultRequests().with(resource, Quantity.ZERO))
        : item.replaceDefaults(
            item.defaultLimits().without(resource), item.defaultRequests().without(resource));
  }

  private static boolean isFilledIn(LimitRangeItem item, ResourceName resource) {
    return item.type().equals("Container") && item.max().contains(resource);
  }
}
