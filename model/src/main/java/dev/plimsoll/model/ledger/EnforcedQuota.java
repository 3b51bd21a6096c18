package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A quota that Plimsoll enforces in addition to Kubernetes' own quota.
 *
 * @param origin which one it is
 * @param mode whether what exceeds it is denied or only warned about
 * @param spec its limits in force, and the scopes of the objects that count
 * @param limitsVersion a resource version of the quota's object that had these limits; empty if the
 *     limits are no object's own, as with a tenant's
 * @param namespaces those whose objects count
 * @param judged those of them in which requests are judged by it
 */
public record EnforcedQuota(
    QuotaOrigin origin,
    AdmissionMode mode,
    ResourceQuotaSpec spec,
    String limitsVersion,
    SortedSet<String> namespaces,
    SortedSet<String> judged) {

  public EnforcedQuota {
    namespaces = Collections.unmodifiableSortedSet(new TreeSet<>(namespaces));
    judged = Collections.unmodifiableSortedSet(new TreeSet<>(judged));
  }

  /** Creates a quota whose limits have no version. */
  public EnforcedQuota(
      QuotaOrigin origin,
      AdmissionMode mode,
      ResourceQuotaSpec spec,
      SortedSet<String> namespaces,
      SortedSet<String> judged) {
    this(origin, mode, spec, "", namespaces, judged);
  }

  /** Returns the quota with other limits, which are those of a version. */
  public EnforcedQuota withHard(Resources hard, String version) {
    return new EnforcedQuota(origin, mode, spec.withHard(hard), version, namespaces, judged);
  }

  /** Returns whether a ledger counts the same objects: only the limits may differ. */
  public boolean hasScopesOf(Ledger ledger) {
    return origin.quota().equals(ledger.name())
        && spec.withHard(ledger.spec().hard()).equals(ledger.spec());
  }

  /** Returns the ledger of it, whose usage wasn't counted yet. */
  public Ledger ledger() {
    return Ledger.of(origin.quota(), spec);
  }

  /**
   * Returns the usage of the quota's objects, by namespace, for keys whose objects the snapshot
   * has.
   */
  public SortedMap<String, Resources> used(Cluster cluster) {
    SortedMap<String, Resources> used = new TreeMap<>();
    for (String namespace : namespaces) {
      used.put(namespace, ResourceQuotaController.used(cluster, namespace, spec));
    }
    return used;
  }
}
