package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.whatif.Change;
import java.util.ArrayList;
import java.util.List;

/** Proposes to divide what nodes have in proportion to the quotas, none below its usage. */
final class ProportionalQuotaProposer implements RemedyProposer {

  @Override
  public List<Remedy> propose(DetectionContext context, GapCause cause) {
    if (!(cause instanceof GapCause.QuotaSum sum)) {
      return List.of();
    }
    List<String> options = new ArrayList<>();
    List<String> shares = new ArrayList<>();
    for (Change.SetQuota set : ProportionalQuotas.of(context, sum.resource(), sum.limits())) {
      options.addAll(
          new QuotaPatch(set.namespace(), set.quota(), set.key(), set.value()).options());
      shares.add(set.namespace() + " " + set.value());
    }
    return shares.isEmpty()
        ? List.of()
        : List.of(
            Remedy.of(
                    "divide what the nodes have in proportion to the present quotas: "
                        + String.join(", ", shares),
                    "the quotas add up to what schedulable nodes have")
                .withOptions(options));
  }
}
