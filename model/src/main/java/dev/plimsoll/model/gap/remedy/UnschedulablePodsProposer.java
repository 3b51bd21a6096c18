package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.UnschedulablePods;
import java.util.List;

/** One way to get unschedulable pods a node. */
interface UnschedulablePodsProposer extends RemedyProposer {

  @Override
  default List<Proposal> propose(DetectionContext context, GapCause cause) {
    return cause instanceof GapCause.Unschedulable unschedulable
        ? propose(context, unschedulable.pods(), unschedulable.resource())
        : List.of();
  }

  /**
   * Returns the changes of this kind that make sense.
   *
   * @param resource the resource that pods lack most
   */
  List<Proposal> propose(DetectionContext context, UnschedulablePods pods, ResourceName resource);
}
