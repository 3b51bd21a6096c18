package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.object.ResourceVersion;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The usage that a ledger records: as Kubernetes counts it, except that a terminating pod counts
 * until it is gone, however late.
 */
public final class LedgerUsage {

  private LedgerUsage() {}

  /**
   * Returns the usage of a quota's objects, by namespace, for keys whose objects the snapshot has.
   */
  public static SortedMap<String, Resources> of(Cluster cluster, EnforcedQuota quota) {
    return quota.used(untilGone(cluster));
  }

  /**
   * Returns the least usage that a ledger must record in a namespace: the charges of pods unchanged
   * since its count. These pods existed at the count. Pods deleted since are unseen, so there is no
   * such upper limit.
   *
   * @return nothing where the pods may have been listed before it was counted: one of them could be
   *     gone by then. That they weren't is shown by one that is as new as the count
   */
  public static Resources least(Cluster cluster, LedgerSummary ledger, String namespace) {
    Collection<Pod> pods = cluster.list(Pod.class, namespace);
    Optional<String> counted = ledger.countedTo(Pod.RESOURCE);
    if (counted.isEmpty()
        || !cluster.covers(Pod.RESOURCE, namespace)
        || pods.stream().allMatch(p -> ResourceVersion.isNewer(counted.get(), version(p)))) {
      return Resources.EMPTY;
    }
    Cluster counting = untilGone(cluster);
    ResourceQuota quota =
        new ResourceQuota(
            ObjectMeta.of(namespace, ledger.quota()),
            ledger.spec(),
            new ResourceQuotaStatus(Resources.EMPTY, Resources.EMPTY));
    return pods.stream()
        .filter(p -> !ResourceVersion.isNewer(version(p), counted.get()))
        .map(p -> ResourceQuotaController.charge(counting, quota, p))
        .reduce(Resources.EMPTY, Resources::add);
  }

  private static String version(Pod pod) {
    return pod.metadata().resourceVersion();
  }

  private static Cluster untilGone(Cluster cluster) {
    return cluster.at(Instant.EPOCH);
  }
}
