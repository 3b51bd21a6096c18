package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.pod.GangKey;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The account of one quota, over one namespace or several: the usage of its objects, and
 * reservations for admitted objects that aren't observed yet. Something is admitted only while used
 * + reserved + requested ≤ hard.
 *
 * @param name the name of the quota, as denials give it
 * @param spec the limits, and the scopes of the objects that count
 * @param used what is observed, by namespace; a namespace that isn't there wasn't counted yet
 * @param versions of each resource, the newest resource version up to which its objects were
 *     counted
 * @param reservations what is reserved, by {@link Reservation#key}, in the order in which it was
 * @param gangs what gangs hold for their missing pods; it counts as reserved, except for their pods
 */
public record Ledger(
    String name,
    ResourceQuotaSpec spec,
    SortedMap<String, Resources> used,
    SortedMap<GroupResource, String> versions,
    Reservations reservations,
    GangQuotas gangs) {

  public Ledger {
    used = Collections.unmodifiableSortedMap(new TreeMap<>(used));
    versions = Collections.unmodifiableSortedMap(new TreeMap<>(versions));
  }

  /** Creates a ledger in which no gang holds anything. */
  public Ledger(
      String name,
      ResourceQuotaSpec spec,
      SortedMap<String, Resources> used,
      SortedMap<GroupResource, String> versions,
      Reservations reservations) {
    this(name, spec, used, versions, reservations, GangQuotas.NONE);
  }

  /** Returns the ledger of a quota whose usage wasn't counted yet. */
  public static Ledger of(String name, ResourceQuotaSpec spec) {
    return new Ledger(name, spec, new TreeMap<>(), new TreeMap<>(), Reservations.NONE);
  }

  /**
   * Returns whether only Plimsoll enforces the quota: a tenant's, across its namespaces. Its name
   * has a slash, which the name of a ResourceQuota or ClusterResourceQuota can't have.
   */
  public boolean isOfTenant() {
    return name.contains("/");
  }

  /** Returns the usage summed over all namespaces; a key without usage is 0. */
  public Resources total() {
    return sum(used.values());
  }

  /** Returns the sum of all reservations and of what gangs hold; a key without one is 0. */
  public Resources reserved() {
    return ofLimits(reservations.total().add(gangs.total()));
  }

  /**
   * Returns the ledger as a quota that judges a request by Kubernetes' rules. Reservations count as
   * used, except for this request's own, and so does what gangs hold, except for the pod's own
   * gang. The usage is unknown if the namespace wasn't counted yet, or for a key that wasn't
   * counted in some namespace.
   */
  ResourceQuota asQuota(String namespace, Reservation.Key request, Optional<GangKey> gang) {
    Resources reserved = reservations.totalWithout(request).add(gangs.totalWithout(gang));
    Resources taken =
        used.containsKey(namespace)
            ? total().add(ofLimits(reserved)).mask(this::isCounted)
            : Resources.EMPTY;
    return new ResourceQuota(
        ObjectMeta.of(namespace, name), spec, new ResourceQuotaStatus(spec.hard(), taken));
  }

  /** Returns the usage summed over all namespaces, for keys counted in each of them. */
  public Resources known() {
    return used.isEmpty() ? Resources.EMPTY : total().mask(this::isCounted);
  }

  private boolean isCounted(ResourceName key) {
    return used.values().stream().allMatch(u -> u.contains(key));
  }

  /** Returns the keys that were counted in some namespace. */
  public Set<ResourceName> countedKeys() {
    return used.values().stream().flatMap(u -> u.names().stream()).collect(Collectors.toSet());
  }

  /**
   * Returns the ledger without a count of its usage; it admits nothing until the usage is counted.
   */
  public Ledger uncounted() {
    return new Ledger(name, spec, new TreeMap<>(), new TreeMap<>(), reservations, gangs);
  }

  /** Returns the ledger as if a namespace used nothing. */
  Ledger unused(String namespace) {
    return new Ledger(
        name,
        spec,
        new TreeMap<>(Map.of(namespace, ofLimits(Resources.EMPTY))),
        versions,
        reservations,
        gangs);
  }

  /**
   * Returns the ledger with a reservation. If the key has a reservation already, the larger amounts
   * and the later expiry stay, since either request may be stored.
   */
  public Ledger withReservation(Reservation reservation) {
    return withReservations(reservations.with(reservation));
  }

  /**
   * Returns the ledger without a reservation, if it is there. A pod's place goes back to its gang;
   * a gang without any pod holds nothing any more.
   */
  public Ledger withoutReservation(Reservation.Key key) {
    return reservations.containsKey(key) ? reservedOnly(reservations.without(key)) : this;
  }

  /**
   * Returns the ledger without a reservation whose request was denied by another ledger, if no
   * other call relies on it by now.
   *
   * @param reservation what the call reserved where nothing was reserved under its key; the call
   *     may have reserved it again since
   */
  public Ledger rolledBack(Reservation reservation) {
    return reservation.equals(reservations.get(reservation.key()))
            || reservation.again().equals(reservations.get(reservation.key()))
        ? withoutReservation(reservation.key())
        : this;
  }

  private Ledger withReservations(Reservations others) {
    return new Ledger(name, spec, used, versions, others, gangs);
  }

  private Ledger reservedOnly(Reservations left) {
    return new Ledger(name, spec, used, versions, left, gangs.reservedOnly(left));
  }

  /** Returns the ledger with what a gang holds. */
  Ledger withGang(GangQuota gang) {
    return new Ledger(name, spec, used, versions, reservations, gangs.with(gang));
  }

  /** Returns the ledger without what gangs hold for longer than they may. */
  public Ledger withoutExpiredGangs(Instant now) {
    return new Ledger(name, spec, used, versions, reservations, gangs.unexpired(now));
  }

  /**
   * Returns the ledger after a resync of its usage. The ledger stays as it is if the usage is older
   * than the last count, as a new leader's may be. The usage and the ended reservations must come
   * from one snapshot, else an object counts twice or not at all.
   *
   * @param usage what is used, of all namespaces of the quota; of each the keys that are known
   * @param ended which reservations are observed, or can't be stored any more
   */
  public Ledger resynced(ObservedUsage usage, Predicate<Reservation> ended) {
    return resynced(usage, ended, r -> false);
  }

  /**
   * Returns the ledger after a resync, as above.
   *
   * @param observed which reservations are observed
   * @param lost which reservations can't be stored any more
   */
  public Ledger resynced(
      ObservedUsage usage, Predicate<Reservation> observed, Predicate<Reservation> lost) {
    if (isAheadOf(usage)) {
      return this;
    }
    SortedMap<GroupResource, String> newest = new TreeMap<>(versions);
    newest.putAll(usage.versions());
    Reservations unobserved = reservations.without(observed);
    Set<String> uids = new HashSet<>();
    reservations.keySet().stream()
        .filter(k -> !unobserved.containsKey(k))
        .forEach(k -> uids.add(k.uid()));
    return new Ledger(
            name, spec, usage.used(), newest, unobserved, gangs.observed(uids, usage.gangs()))
        .reservedOnly(unobserved.without(lost));
  }

  /** Returns whether it was counted from something newer, so that this usage changes nothing. */
  public boolean isAheadOf(ObservedUsage usage) {
    return usage.isOlderThan(versions);
  }

  /** Returns the ledger with other limits or scopes. */
  public Ledger withSpec(ResourceQuotaSpec other) {
    return new Ledger(name, other, used, versions, reservations, gangs);
  }

  private Resources sum(Collection<Resources> parts) {
    Resources sum = Resources.EMPTY;
    for (Resources part : parts) {
      sum = sum.add(part);
    }
    return ofLimits(sum);
  }

  private Resources ofLimits(Resources amounts) {
    Resources.Builder keys = Resources.builder();
    for (ResourceName key : spec.hard().names()) {
      keys.put(key, amounts.getOrZero(key));
    }
    return keys.build();
  }
}
