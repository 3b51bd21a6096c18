package dev.plimsoll.model.start;

import dev.plimsoll.model.tenancy.usage.ShareAmounts;
import java.util.Optional;

/** Finds units that never start as things are, because no end of a pod would help. */
final class NeverStarts {
  private final QueueState state;
  private final GangRelease gangs;

  NeverStarts(QueueState state, GangRelease gangs) {
    this.state = state;
    this.gangs = gangs;
  }

  /** Returns that the unit never starts as things are, if that is certain. */
  Optional<Needs> of(QueueUnit unit) {
    Optional<PolicyUsage.Lack> share = state.shares().neverSuffices(unit.pods());
    if (share.isPresent()) {
      ShareAmounts amounts = share.get().amounts();
      return Optional.of(
          new Needs.Never(
              "it requests %s %s, and tenant %s may have at most %s by policy %s"
                  .formatted(
                      amounts.requested(),
                      amounts.resource(),
                      share.get().tenant(),
                      amounts.ceiling(),
                      share.get().policy()),
              ""));
    }
    for (RequestShape shape : unit.shapes()) {
      if (shape.isLocal() && shape.eligible().isEmpty()) {
        return Optional.of(
            new Needs.Never(
                "no node would take it, even without all other pods", state.nodes().reason(shape)));
      }
    }
    return unit.isGang() && !gangs.emptyNodesTake(unit)
        ? Optional.of(
            new Needs.Never(
                "all nodes together, even without any other pod, don't take its "
                    + unit.pods().size()
                    + " pods at once",
                ""))
        : Optional.empty();
  }
}
