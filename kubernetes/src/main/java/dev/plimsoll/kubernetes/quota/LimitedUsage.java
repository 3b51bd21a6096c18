package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The limits of a quota, over one namespace or several, and their usage.
 *
 * @param quota its name
 * @param isOfNamespace whether it is a ResourceQuota, of one namespace
 * @param namespaces those whose objects count
 * @param spec its keys and scopes
 * @param hard its limits in force
 * @param used what is used
 * @param reserved what is reserved besides, if its ledger was read
 */
record LimitedUsage(
    String quota,
    boolean isOfNamespace,
    SortedSet<String> namespaces,
    ResourceQuotaSpec spec,
    Resources hard,
    Resources used,
    Optional<Resources> reserved) {

  /**
   * Returns the usages of a cluster: ResourceQuotas by namespace, then quotas over several
   * namespaces.
   */
  static List<LimitedUsage> all(Cluster cluster) {
    List<LimitedUsage> all = new ArrayList<>();
    cluster.list(ResourceQuota.class).forEach(q -> all.add(of(cluster, q)));
    all.addAll(overSeveral(cluster).toList());
    return all;
  }

  /** Returns the usages of quotas that count objects of a namespace. */
  static List<LimitedUsage> in(Cluster cluster, String namespace) {
    return Stream.concat(
            cluster.list(ResourceQuota.class, namespace).stream().map(q -> of(cluster, q)),
            overSeveral(cluster).filter(l -> l.namespaces().contains(namespace)))
        .toList();
  }

  private static Stream<LimitedUsage> overSeveral(Cluster cluster) {
    return Stream.concat(
        cluster.list(ClusterResourceQuota.class).stream().map(q -> of(cluster, q)),
        cluster.list(LedgerSummary.class).stream()
            .filter(LedgerSummary::isOfTenant)
            .map(
                l ->
                    new LimitedUsage(
                        l.quota(),
                        false,
                        new TreeSet<>(l.namespaces()),
                        l.spec(),
                        l.spec().hard(),
                        l.used(),
                        Optional.of(l.reserved()))));
  }

  private static LimitedUsage of(Cluster cluster, ClusterResourceQuota quota) {
    SortedSet<String> selected = new TreeSet<>();
    cluster.list(Namespace.class).stream()
        .filter(n -> ClusterResourceQuotaAdmission.selects(quota, n.metadata()))
        .forEach(n -> selected.add(n.name()));
    return new LimitedUsage(
        quota.name(),
        false,
        selected,
        quota.quota(),
        quota.total().hard(),
        quota.total().used(),
        cluster.list(LedgerSummary.class).stream()
            .filter(l -> l.isOf(quota))
            .findFirst()
            .map(LedgerSummary::reserved));
  }

  private static LimitedUsage of(Cluster cluster, ResourceQuota quota) {
    return new LimitedUsage(
        quota.name(),
        true,
        new TreeSet<>(List.of(quota.namespace())),
        quota.spec(),
        quota.status().hard(),
        quota.status().used(),
        cluster.list(LedgerSummary.class).stream()
            .filter(l -> l.isOf(quota))
            .findFirst()
            .map(LedgerSummary::reserved));
  }

  /** Returns the limit of a key in force, or that of the spec while none is. */
  Quantity hard(ResourceName key) {
    return hard.get(key).orElse(spec.hard().getOrZero(key));
  }

  /** Returns the amount of a key that is left; empty if its usage is unknown. */
  Optional<Quantity> left(ResourceName key) {
    Quantity held = reserved.map(r -> r.getOrZero(key)).orElse(Quantity.ZERO);
    return used.get(key).map(u -> hard(key).subtract(u).subtract(held));
  }
}
