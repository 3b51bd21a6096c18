package dev.plimsoll.admission.controller;

import dev.plimsoll.kube.watch.ObservedCluster;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import dev.plimsoll.model.ledger.EnforcedQuota;
import dev.plimsoll.model.ledger.Ledger;
import dev.plimsoll.model.ledger.LedgerUsage;
import dev.plimsoll.model.ledger.ObservedGangs;
import dev.plimsoll.model.ledger.Reservation;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The usage of one quota in one snapshot.
 *
 * @param cluster the snapshot
 * @param used the usage by namespace, of each the keys whose objects the snapshot has
 * @param versions of each counted resource, the version up to which the snapshot has its changes
 */
record QuotaCount(
    EnforcedQuota quota,
    Cluster cluster,
    SortedMap<String, Resources> used,
    SortedMap<GroupResource, String> versions) {

  QuotaCount {
    used = Collections.unmodifiableSortedMap(new TreeMap<>(used));
    versions = Collections.unmodifiableSortedMap(new TreeMap<>(versions));
  }

  /** Counts the objects of a quota. */
  static QuotaCount of(EnforcedQuota quota, ObservedCluster observed) {
    return new QuotaCount(
        quota,
        observed.cluster(),
        LedgerUsage.of(observed.cluster(), quota),
        versions(quota, observed));
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

  /** Returns the pods of gangs among the counted objects, if gangs hold something in a ledger. */
  ObservedGangs gangs(Ledger ledger) {
    return ledger.gangs().isEmpty()
        ? ObservedGangs.NONE
        : ObservedGangs.of(cluster, quota.namespaces());
  }

  /** Returns whether a later snapshot has the same objects of the counted resources. */
  boolean isOf(EnforcedQuota other, ObservedCluster observed) {
    return quota.equals(other)
        && versions.entrySet().stream()
            .allMatch(v -> v.getValue().equals(observed.versions().get(v.getKey())));
  }

  /** Returns which reservations of a ledger are for requests that the snapshot shows. */
  Predicate<Reservation> observes(Ledger ledger) {
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
    return r ->
        Optional.ofNullable(objects.get(r.reservedBy().uid())).filter(r::isObservedIn).isPresent();
  }
}
