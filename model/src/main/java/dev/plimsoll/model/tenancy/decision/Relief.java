package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.Division;
import dev.plimsoll.model.tenancy.Reclaim;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;

/**
 * Gives to denied pods what others hold and can't use now, where more is wanted than there is.
 *
 * <p>Pods that nodes could run get what pods hold that no node could run so far; these stay
 * admitted. Then what a tenant has beyond its share goes to one below its share: what has become
 * free there, and if the policy reclaims, what still runs there, too; then nothing new starts until
 * enough has ended.
 */
final class Relief implements DecisionPass {
  @Override
  public void run(ResourceDecision decision) {
    if (!(decision.policy().division() instanceof Division.Demand)) {
      return;
    }
    for (Ceiling receiver : waiting(decision)) {
      serve(
          decision,
          receiver,
          to -> to.seen().placeable() == 0 ? 0 : to.shortage(),
          (donor, to) -> donor.waiting() > 0 ? 0 : donor.maxDecrease(to, donor.heldByPending()),
          "are charged to pods waiting for a node, which stay admitted");
    }
    boolean reclaims = decision.policy().changes().reclaim() != Reclaim.NEVER;
    for (Ceiling receiver : waiting(decision)) {
      serve(
          decision,
          receiver,
          to -> Math.min(to.shortage(), to.goal() - to.value()),
          (donor, to) -> donor.maxDecrease(to, aboveShare(donor, reclaims)),
          "are beyond its share");
    }
  }

  private static long aboveShare(Ceiling donor, boolean reclaims) {
    long used = reclaims ? 0 : Math.max(donor.kept(), donor.seen().running());
    return Math.max(0, Math.min(donor.value(), donor.demand()) - Math.max(donor.goal(), used));
  }

  private static List<Ceiling> waiting(ResourceDecision decision) {
    return decision.ceilings().stream()
        .filter(c -> c.waiting() > 0)
        .sorted(
            Comparator.comparingLong((Ceiling c) -> c.value() - c.goal())
                .thenComparing(Ceiling::namespace))
        .toList();
  }

  private static void serve(
      ResourceDecision decision,
      Ceiling receiver,
      ToLongFunction<Ceiling> missing,
      ToLongBiFunction<Ceiling, Ceiling> giveable,
      String reason) {
    while (missing.applyAsLong(receiver) > 0) {
      Optional<Ceiling> found =
          decision.ceilings().stream()
              .filter(
                  c -> Math.min(giveable.applyAsLong(c, receiver), receiver.maxIncreaseFrom(c)) > 0)
              .max(
                  Comparator.comparingLong((Ceiling c) -> giveable.applyAsLong(c, receiver))
                      .thenComparing(Ceiling::namespace, Comparator.reverseOrder()));
      if (found.isEmpty()) {
        return;
      }
      Ceiling donor = found.get();
      long given =
          Math.min(
              Math.max(missing.applyAsLong(receiver), receiver.hysteresis()),
              Math.min(giveable.applyAsLong(donor, receiver), receiver.maxIncreaseFrom(donor)));
      decision.move(
          donor,
          donor.value() - given,
          "waiting",
          "%s are moved to %s: they %s"
              .formatted(decision.quantity(given), receiver.namespace(), reason));
      decision.move(
          receiver,
          receiver.value() + given,
          "waiting",
          "pods are denied that nodes could run; it gets %s from %s"
              .formatted(decision.quantity(given), donor.namespace()));
    }
  }
}
