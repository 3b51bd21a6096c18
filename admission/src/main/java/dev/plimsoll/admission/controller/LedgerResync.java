package dev.plimsoll.admission.controller;

import dev.plimsoll.admission.ledger.LedgerUnavailableException;
import dev.plimsoll.admission.ledger.RequestOutcomes;
import dev.plimsoll.admission.ledger.Reserver;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.watch.ObservedCluster;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.ObservedUsage;
import dev.plimsoll.model.ledger.Reservation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/** Counts the usage of a ledger's objects again, and ends reservations. */
final class LedgerResync {
  /** So that one ledger with many doesn't keep the others waiting. */
  private static final int MOST_LOOKED_UP = 200;

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final Reserver reserver;
  private final NewKeys newKeys;
  private final LedgersAhead ledgersAhead;
  private final ListedVersions listedVersions;
  private final RequestOutcomes outcomes;
  private final ObservedLedgers observedLedgers;
  private final Clock clock;
  private final ControllerLog log;

  LedgerResync(
      Reserver reserver,
      NewKeys newKeys,
      LedgersAhead ledgersAhead,
      ListedVersions listedVersions,
      RequestOutcomes outcomes,
      ObservedLedgers observedLedgers,
      Clock clock,
      ControllerLog log) {
    this.reserver = reserver;
    this.newKeys = newKeys;
    this.ledgersAhead = ledgersAhead;
    this.listedVersions = listedVersions;
    this.outcomes = outcomes;
    this.observedLedgers = observedLedgers;
    this.clock = clock;
    this.log = log;
  }

  /**
   * Brings a ledger up to date.
   *
   * @param hasChanged whether objects of its namespaces have changed since it was last done; if
   *     not, a newer version of the same usage isn't worth a write
   * @throws LedgerUnavailableException if it isn't known whether that was stored
   */
  void resync(String name, EnforcedQuota quota, ObservedCluster observed, boolean hasChanged)
      throws LedgerUnavailableException, InterruptedException {
    QuotaCount count = QuotaCount.of(quota, observed);
    SortedMap<GroupResource, String> versions = newest(name, count);
    Instant now = clock.instant();
    Set<Reservation> lost = lost(name, now);
    reserver.change(
        name,
        ledger -> {
          SortedMap<String, Resources> countable = newKeys.countable(name, ledger, count.used());
          if (countable.isEmpty()) {
            return ledger;
          }
          Ledger after =
              ledger
                  .resynced(
                      new ObservedUsage(countable, versions, count.gangs(ledger)),
                      observedLedgers.ended(count, ledger),
                      lost::contains)
                  .withoutExpiredGangs(now);
          boolean isSame =
              after.used().equals(ledger.used())
                  && after.reservations().equals(ledger.reservations())
                  && after.gangs().equals(ledger.gangs());
          return isSame && !hasChanged ? ledger : after;
        },
        TIMEOUT);
    log.lost(name, lost.size());
    ObservedUsage observedUsage = new ObservedUsage(count.used(), versions);
    boolean isAhead = reserver.known(name).isAheadOf(observedUsage);
    if (ledgersAhead.isTooLong(name, isAhead)) {
      reserver.change(name, l -> l.isAheadOf(observedUsage) ? l.uncounted() : l, TIMEOUT);
      log.repaired(name, "QuotaLedger " + name + ": status.versions: is ahead of the cluster");
    }
  }

  private SortedMap<GroupResource, String> newest(String name, QuotaCount count)
      throws LedgerUnavailableException {
    try {
      return listedVersions.newest(
          count.versions(),
          reserver.known(name).versions(),
          count.quota().namespaces(),
          count.cluster());
    } catch (StatusException | UnreachableException e) {
      return count.versions();
    }
  }

  /**
   * Returns the expired reservations whose requests, as the API server itself says, were never
   * carried out. A reservation that another replica renews meanwhile differs from the returned one.
   */
  private Set<Reservation> lost(String name, Instant now) throws LedgerUnavailableException {
    List<Reservation> expired =
        reserver.known(name).reservations().values().stream()
            .filter(r -> r.isExpired(now))
            .limit(MOST_LOOKED_UP)
            .toList();
    Set<Reservation> lost = new HashSet<>();
    for (Reservation reservation : expired) {
      try {
        if (outcomes.isLost(reservation)) {
          lost.add(reservation);
        }
      } catch (StatusException | UnreachableException e) {
        log.keeps(reservation.reservedBy(), String.valueOf(e.getMessage()));
      }
    }
    return lost;
  }
}
