package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.whatif.QuotaChange;
import java.util.ArrayList;
import java.util.List;

/** Proposes to divide what nodes have in proportion to the quotas, none below its usage. */
final class ProportionalQuotaProposer implements RemedyProposer {

  @Override
  public List<Proposal> propose(DetectionContext context, GapCause cause) {
    if (!(cause instanceof GapCause.QuotaSum sum)) {
      return List.of();
    }
    List<QuotaChange.SetQuota> changes =
        ProportionalQuotas.of(context, sum.resource(), sum.limits());
    List<String> shares = new ArrayList<>();
    List<String> costs = new ArrayList<>();
    for (QuotaChange.SetQuota set : changes) {
      shares.add(set.namespace() + " " + set.value());
      Quantity before = sum.limits().getOrDefault(set.namespace(), set.value());
      if (set.value().compareTo(before) < 0) {
        Quantity less = before.subtract(set.value());
        costs.add("namespace " + set.namespace() + " loses " + less + " of its " + before);
      }
    }
    return changes.isEmpty()
        ? List.of()
        : List.of(
            Proposal.ofCluster(
                    "divide what the nodes have in proportion to the present quotas: "
                        + String.join(", ", shares),
                    Actor.ADMIN,
                    changes)
                .withCosts(costs)
                .withOutcome("the quotas add up to what schedulable nodes have"));
  }
}
