package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.quota.ClusterResourceQuotaAdmission;
import dev.plimsoll.kubernetes.quota.QuotaLedgerAdmission;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The ResourceQuotas and ClusterResourceQuotas of namespaces that are labelled for it, whose limits
 * are then held with reservations, too. A ClusterResourceQuota counts all namespaces that it
 * selects; requests are judged in those that are labelled. What isn't in force yet, since the
 * controller of the quota hasn't seen it, isn't enforced.
 */
public final class StrictQuotas {

  private StrictQuotas() {}

  /**
   * Returns the ResourceQuotas of labelled namespaces whose limits are not in force, because the
   * quota's controller has not written them to {@code status.hard}. Nothing guards these limits:
   * Kubernetes' own plug-in goes by {@code status.hard}, too.
   */
  public static List<ResourceQuota> notInForce(Cluster cluster) {
    return strict(cluster).stream()
        .flatMap(n -> cluster.list(ResourceQuota.class, n).stream())
        .filter(q -> !q.spec().hard().equals(q.status().hard()))
        .toList();
  }

  private static SortedSet<String> strict(Cluster cluster) {
    SortedSet<String> strict = new TreeSet<>();
    cluster.list(Namespace.class).stream()
        .filter(n -> QuotaLedgerAdmission.isAsked(n) || QuotaLedgerAdmission.isAudited(n))
        .forEach(n -> strict.add(n.name()));
    return strict;
  }

  /** Returns the quotas of a cluster that are held with reservations. */
  public static List<EnforcedQuota> of(Cluster cluster) {
    SortedSet<String> strict = strict(cluster);
    List<EnforcedQuota> quotas = new ArrayList<>();
    for (String namespace : strict) {
      SortedSet<String> only = new TreeSet<>(List.of(namespace));
      for (ResourceQuota quota : cluster.list(ResourceQuota.class, namespace)) {
        QuotaOrigin origin = new QuotaOrigin.OfNamespace(namespace, quota.name());
        add(
            quotas,
            origin,
            quota.spec().withHard(quota.status().hard()),
            quota.metadata(),
            only,
            only);
      }
    }
    for (ClusterResourceQuota quota : cluster.list(ClusterResourceQuota.class)) {
      SortedSet<String> selected = selected(cluster, quota);
      SortedSet<String> judged = new TreeSet<>(selected);
      judged.retainAll(strict);
      QuotaOrigin origin = new QuotaOrigin.OfCluster(quota.name());
      add(
          quotas,
          origin,
          quota.quota().withHard(quota.total().hard()),
          quota.metadata(),
          selected,
          judged);
    }
    return List.copyOf(quotas);
  }

  private static SortedSet<String> selected(Cluster cluster, ClusterResourceQuota quota) {
    SortedSet<String> selected = new TreeSet<>();
    cluster.list(Namespace.class).stream()
        .filter(n -> ClusterResourceQuotaAdmission.selects(quota, n.metadata()))
        .forEach(n -> selected.add(n.name()));
    return selected;
  }

  private static void add(
      List<EnforcedQuota> quotas,
      QuotaOrigin origin,
      ResourceQuotaSpec inForce,
      ObjectMeta metadata,
      SortedSet<String> namespaces,
      SortedSet<String> judged) {
    if (!inForce.hard().isEmpty() && !judged.isEmpty()) {
      quotas.add(
          new EnforcedQuota(
              origin, AdmissionMode.DENY, inForce, metadata.resourceVersion(), namespaces, judged));
    }
  }
}
