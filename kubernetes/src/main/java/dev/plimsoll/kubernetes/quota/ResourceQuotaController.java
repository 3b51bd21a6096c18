package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;

/**
 * Kubernetes' controller for ResourceQuotas: puts the limits of the spec in force, and resyncs what
 * is used. It alone lowers what is used; until it has seen a quota, nothing enforces it.
 *
 * <p>Source: {@code pkg/controller/resourcequota/resource_quota_controller.go}.
 */
public final class ResourceQuotaController {

  private ResourceQuotaController() {}

  /**
   * Returns the quota as it is once the controller has seen it; the same one if nothing changes.
   * Keys that nothing charges are never used; keys whose objects the snapshot lacks keep what they
   * were.
   */
  public static ResourceQuota sync(Cluster cluster, ResourceQuota quota) {
    return sync(cluster, Evaluators.of(cluster), quota);
  }

  private static ResourceQuota sync(Cluster cluster, Evaluators evaluators, ResourceQuota quota) {
    Resources hard = quota.spec().hard();
    Resources counted =
        new UsageCalculator(cluster, evaluators).used(quota.namespace(), quota.spec());
    Resources used = overridden(quota.status().used(), counted).mask(hard::contains);
    ResourceQuotaStatus status = quota.status();
    return hard.equals(status.hard()) && used.equals(status.used())
        ? quota
        : quota.withStatus(new ResourceQuotaStatus(hard, used.stored()));
  }

  private static Resources overridden(Resources recorded, Resources counted) {
    Resources.Builder used = Resources.builder();
    recorded.forEach(used::put);
    counted.forEach(used::put);
    return used.build();
  }

  /**
   * Returns the newly counted usage of a quota with that spec in a namespace, for keys whose
   * objects the snapshot has.
   */
  public static Resources used(Cluster cluster, String namespace, ResourceQuotaSpec spec) {
    return new UsageCalculator(cluster, Evaluators.of(cluster)).used(namespace, spec);
  }

  /** Returns the resources that must have been read to count the quota's usage. */
  public static List<Requirement> requirements(Cluster cluster, ResourceQuota quota) {
    return new UsageCalculator(cluster, Evaluators.of(cluster))
        .requirements(quota.namespace(), quota.spec());
  }

  /** Returns the object's charge in a quota; empty if the quota's scopes don't match the object. */
  public static Resources charge(Cluster cluster, ResourceQuota quota, ApiObject object) {
    Evaluator evaluator = Evaluators.of(cluster).get(object.resource());
    boolean matches =
        QuotaScopeMatcher.of(quota.spec()).stream()
            .allMatch(s -> evaluator.malformed(s).isEmpty() && evaluator.matches(s, object));
    return matches ? evaluator.usage(object).mask(quota.spec().hard()::contains) : Resources.EMPTY;
  }

  /**
   * Returns the cluster after a resync of the namespace's quotas that charge objects of the
   * resource under a key in force.
   */
  static Cluster replenish(Cluster cluster, String namespace, GroupResource resource) {
    Evaluators evaluators = Evaluators.of(cluster);
    Evaluator evaluator = evaluators.get(resource);
    Cluster synced = cluster;
    for (ResourceQuota quota : cluster.list(ResourceQuota.class, namespace)) {
      if (quota.status().hard().names().stream().anyMatch(evaluator::tracks)) {
        synced = synced.with(sync(cluster, evaluators, quota));
      }
    }
    return synced;
  }

  /** Returns the cluster once the controller has seen all quotas of a namespace. */
  public static Cluster syncAll(Cluster cluster, String namespace) {
    Evaluators evaluators = Evaluators.of(cluster);
    Cluster synced = cluster;
    for (ResourceQuota quota : cluster.list(ResourceQuota.class, namespace)) {
      ResourceQuota changed = sync(cluster, evaluators, quota);
      if (!changed.equals(quota)) {
        synced = synced.with(changed);
      }
    }
    return synced;
  }

  /** Returns the cluster once the controller has seen all quotas. */
  public static Cluster syncAll(Cluster cluster) {
    Cluster synced = cluster;
    for (String namespace : cluster.namespaces()) {
      synced = syncAll(synced, namespace);
    }
    return synced;
  }
}
