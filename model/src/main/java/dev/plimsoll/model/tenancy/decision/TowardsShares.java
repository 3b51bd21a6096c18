package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import java.util.List;
import java.util.SortedMap;

/** Moves ceilings to where the shares say, where these don't go by what is wanted now. */
final class TowardsShares implements DecisionPass {
  @Override
  public void run(ResourceDecision decision) {
    if (decision.policy().division() instanceof Division.Demand) {
      return;
    }
    List<CeilingChange> changes = decision.ceilings().stream().map(TowardsShares::change).toList();
    SortedMap<String, Long> moved =
        new CeilingChanges(decision.divided(), decision.stepLimits()).of(changes);
    for (Ceiling ceiling : decision.ceilings()) {
      long to = moved.getOrDefault(ceiling.namespace(), ceiling.goal());
      ceiling.set(to);
      if (to != ceiling.goal()) {
        ceiling.because(
            new DerivationStep("step", decision.quantity(to), reason(decision, ceiling)));
      }
    }
  }

  private static CeilingChange change(Ceiling ceiling) {
    return ceiling.isFixed()
        ? new CeilingChange(
            ceiling.namespace(), ceiling.before(), ceiling.before(), ceiling.before())
        : new CeilingChange(
            ceiling.namespace(), ceiling.kept(), ceiling.seen().quota(), ceiling.goal());
  }

  private static String reason(ResourceDecision decision, Ceiling ceiling) {
    return ceiling.isChanged()
        ? "one change is limited to "
            + decision.policy().changes().step()
            + ", and all ceilings together to what there is to divide"
        : "unchanged: the change would be too small, or other quotas have to shrink first";
  }
}
