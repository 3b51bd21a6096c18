package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.object.LimitRange;
import dev.plimsoll.model.object.LimitRangeItem;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.List;

/** Proposes to remove a resource from the defaults of a limit range. */
final class DefaultRemovalProposer implements RemedyProposer {

  /** The result where no pod is denied, so that none was tried. */
  static final String NO_LONGER_CHARGED = "new pods are not charged for it";

  @Override
  public List<Remedy> propose(DetectionContext context, GapCause cause) {
    if (!(cause instanceof GapCause.InjectedDefault injected)) {
      return List.of();
    }
    ResourceName resource = injected.resource();
    LimitRange limitRange = injected.limitRange();
    String name = limitRange.name();
    String namespace = limitRange.namespace();
    String action = "remove " + resource + " from the defaults of limit range " + name;
    return List.of(
        injected
            .denial()
            .map(
                denial ->
                    Remedy.tried(
                        action,
                        SimulationRun.create(
                            context.simulation().with(without(limitRange, resource)),
                            denial.missingPods())))
            .orElseGet(() -> Remedy.of(action, NO_LONGER_CHARGED))
            .withCommand("kubectl edit limitrange " + name + " -n " + namespace)
            .withOptions(
                limitRange.limits().size() == 1
                    ? List.of("--remove-limitrange", namespace + "/" + name)
                    : List.of()));
  }

  private static Change without(LimitRange limitRange, ResourceName resource) {
    return new Change.Apply(
        limitRange.withLimits(
            limitRange.limits().stream().map(i -> without(i, resource)).toList()));
  }

  private static LimitRangeItem without(LimitRangeItem item, ResourceName resource) {
    return item.replaceDefaults(
        item.defaultLimits().without(resource), item.defaultRequests().without(resource));
  }
}
