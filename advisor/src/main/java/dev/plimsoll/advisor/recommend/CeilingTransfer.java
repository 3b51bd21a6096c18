package dev.plimsoll.advisor.recommend;

import dev.plimsoll.advisor.recommend.NamespaceCeilings.NamespaceCeiling;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Transfers units to a ceiling from where they are missed least: first what is unassigned; then
 * what a namespace neither uses nor waits for; then, from namespaces whose missing pods no node
 * would take anyway, what is kept for these pods. There what only pods without a node are charged,
 * which stay admitted whatever the quota, is taken too if all that is charged is more than there
 * is. What bound pods are charged is never taken, nor a guarantee.
 */
final class CeilingTransfer {
  /** Stands for what is in no quota, where a namespace is named. */
  static final String UNASSIGNED = "";

  private static final List<ToLongFunction<NamespaceCeiling>> USED =
      List.of(NamespaceCeiling::charged);

  private static final List<ToLongFunction<NamespaceCeiling>> BOUND =
      List.of(a -> a.bound() + a.missing(), NamespaceCeiling::bound);

  private final Set<String> placeable;
  private final long divided;
  private final NamespaceCeilings ceilings;
  private final SortedMap<String, Long> taken = new TreeMap<>();

  /**
   * Prepares a transfer.
   *
   * @param divided how many units there are to divide
   * @param placeable the namespaces with missing pods that nodes could take
   */
  CeilingTransfer(long divided, NamespaceCeilings namespaceCeilings, Set<String> placeable) {
    this.placeable = placeable;
    this.divided = divided;
    this.ceilings = namespaceCeilings;
  }

  /** Moves up to that many units to a namespace; returns from which namespaces, and how many. */
  SortedMap<String, Long> transfer(NamespaceCeiling to, long units) {
    long free = divided - ceilings.sum(NamespaceCeiling::ceiling);
    give(to, UNASSIGNED, Math.min(Math.min(units, free), ceilings.spare(to.tenant())));
    transfer(to, units, a -> a.charged() + a.missing());
    for (ToLongFunction<NamespaceCeiling> kept :
        ceilings.sum(NamespaceCeiling::charged) <= divided ? USED : BOUND) {
      transfer(
          to, units, a -> placeable.contains(a.namespace()) ? a.ceiling() : kept.applyAsLong(a));
    }
    return taken;
  }

  private void transfer(NamespaceCeiling to, long units, ToLongFunction<NamespaceCeiling> kept) {
    boolean found = true;
    while (found && given() < units) {
      boolean full = ceilings.spare(to.tenant()) <= 0;
      Optional<NamespaceCeiling> from = donor(to, kept, full);
      from.ifPresent(
          a -> {
            ceilings.put(a.with(a.ceiling() - 1));
            give(to, a.namespace(), 1);
          });
      found = from.isPresent();
    }
  }

  private void give(NamespaceCeiling to, String from, long units) {
    if (units > 0) {
      taken.merge(from, units, Long::sum);
      ceilings.put(to.with(to.ceiling() + given()));
    }
  }

  private long given() {
    return taken.values().stream().mapToLong(Long::longValue).sum();
  }

  private Optional<NamespaceCeiling> donor(
      NamespaceCeiling to, ToLongFunction<NamespaceCeiling> kept, boolean full) {
    return ceilings.all().stream()
        .filter(a -> !a.namespace().equals(to.namespace()))
        .filter(a -> a.ceiling() > kept.applyAsLong(a))
        .filter(
            a ->
                a.tenant().equals(to.tenant())
                    || (!full && ceilings.beyondGuarantee(a.tenant()) > 0))
        .max(
            Comparator.comparingLong((NamespaceCeiling a) -> a.ceiling() - kept.applyAsLong(a))
                .thenComparing(NamespaceCeiling::namespace, Comparator.reverseOrder()));
  }
}
