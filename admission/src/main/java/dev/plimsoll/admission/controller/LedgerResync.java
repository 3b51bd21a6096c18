package dev.plimsoll.admission.controller;

import dev.plimsoll.admission.ledger.LedgerUnavailableException;
import dev.plimsoll.admission.ledger.RequestOutcomes;
import dev.plimsoll.admission.ledger.Reserver;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.watch.ObservedCluster;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.Requirement;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerUsage;
import dev.plimsoll.model.ledger.ObservedUsage;
import dev.plimsoll.model.ledger.Reservation;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.object.ResourceQuotaStatus;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.ResourceQuotaController;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

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
  private final DeletedObjects deletedObjects;
  private final Clock clock;
  private final ControllerLog log;

  LedgerResync(
      Reserver reserver,
      NewKeys newKeys,
      LedgersAhead ledgersAhead,
      ListedVersions listedVersions,
      RequestOutcomes outcomes,
      DeletedObjects deletedObjects,
      Clock clock,
      ControllerLog log) {
    this.reserver = reserver;
    this.newKeys = newKeys;
    this.ledgersAhead = ledgersAhead;
    this.listedVersions = listedVersions;
    this.outcomes = outcomes;
    this.deletedObjects = deletedObjects;
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
    SortedMap<String, Resources> used = LedgerUsage.of(observed.cluster(), quota);
    SortedMap<GroupResource, String> versions = newest(name, quota, observed);
    Set<Reservation> lost = lost(name);
    reserver.change(
        name,
        ledger -> {
          SortedMap<String, Resources> countable = newKeys.countable(name, ledger, used);
          if (countable.isEmpty()) {
            return ledger;
          }
          Map<String, ApiObject> reserved = reserved(ledger, quota, observed.cluster());
          Ledger after =
              ledger.resynced(
                  new ObservedUsage(countable, versions),
                  r ->
                      lost.contains(r)
                          || isObserved(r, reserved)
                          || deletedObjects.contains(r.reservedBy().uid()));
          boolean isSame =
              after.used().equals(ledger.used())
                  && after.reservations().equals(ledger.reservations());
          return isSame && !hasChanged ? ledger : after;
        },
        TIMEOUT);
    log.lost(name, lost.size());
    ObservedUsage observedUsage = new ObservedUsage(used, versions);
    boolean isAhead = reserver.known(name).isAheadOf(observedUsage);
    if (ledgersAhead.isTooLong(name, isAhead)) {
      reserver.change(name, l -> l.isAheadOf(observedUsage) ? l.uncounted() : l, TIMEOUT);
      log.repaired(name, "QuotaLedger " + name + ": status.versions: is ahead of the cluster");
    }
  }

  private SortedMap<GroupResource, String> newest(
      String name, EnforcedQuota quota, ObservedCluster observed)
      throws LedgerUnavailableException {
    SortedMap<GroupResource, String> versions = versions(quota, observed);
    try {
      return listedVersions.newest(
          versions, reserver.known(name).versions(), quota.namespaces(), observed.cluster());
    } catch (StatusException | UnreachableException e) {
      return versions;
    }
  }

  private static SortedMap<GroupResource, String> versions(
      EnforcedQuota quota, ObservedCluster observed) {
    SortedMap<GroupResource, String> versions = new TreeMap<>(observed.versions());
    Set<GroupResource> counted = new HashSet<>();
    for (String namespace : quota.namespaces()) {
      ResourceQuota asked =
          new ResourceQuota(
              ObjectMeta.of(namespace, quota.origin().quota()),
              quota.spec(),
              new ResourceQuotaStatus(Resources.EMPTY, Resources.EMPTY));
      List<Requirement> needed = ResourceQuotaController.requirements(observed.cluster(), asked);
      needed.forEach(r -> counted.add(r.resource()));
    }
    versions.keySet().retainAll(counted);
    return versions;
  }

  /** The objects of reservations, by UID. */
  private static Map<String, ApiObject> reserved(
      Ledger ledger, EnforcedQuota quota, Cluster cluster) {
    Set<String> uids =
        ledger.reservations().keySet().stream()
            .map(Reservation.Key::uid)
            .collect(Collectors.toSet());
    Map<String, ApiObject> objects = new HashMap<>();
    if (!uids.isEmpty()) {
      quota.namespaces().stream()
          .flatMap(cluster::objects)
          .filter(o -> uids.contains(o.metadata().uid()))
          .forEach(o -> objects.put(o.metadata().uid(), o));
    }
    return objects;
  }

  private static boolean isObserved(Reservation reservation, Map<String, ApiObject> objects) {
    return Optional.ofNullable(objects.get(reservation.reservedBy().uid()))
        .filter(reservation::isObservedIn)
        .isPresent();
  }

  /**
   * Returns the expired reservations whose requests, as the API server itself says, were never
   * carried out. A reservation that another replica renews meanwhile differs from the returned one.
   */
  private Set<Reservation> lost(String name) throws LedgerUnavailableException {
    Instant now = clock.instant();
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
