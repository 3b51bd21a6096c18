package dev.plimsoll.model.whatif;

import static dev.plimsoll.model.whatif.ExistingObjects.require;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import dev.plimsoll.model.patch.ObjectPatch;
import java.util.Map;
import java.util.function.Predicate;

/** A change of one quota, or of the quotas that a capacity policy gives its tenants. */
public sealed interface QuotaChange extends Change {

  /**
   * Sets one ceiling of a quota, in the spec and, as the controller would, in the status.
   *
   * @param namespace the quota's namespace
   * @param quota the quota's name
   * @param key the quota key
   * @param value the new ceiling
   */
  record SetQuota(String namespace, String quota, ResourceName key, Quantity value)
      implements QuotaChange {
    @Override
    public Cluster applyTo(Cluster cluster) {
      ResourceQuota old = require(cluster, ResourceQuota.class, "resourcequota", namespace, quota);
      return withLedger(cluster, l -> l.isOf(old), key, value)
          .with(
              old.withSpec(old.spec().withHard(old.spec().hard().with(key, value)))
                  .withStatus(limited(old.status(), key, value)));
    }

    @Override
    public String describe() {
      return "set " + key + " of quota " + namespace + "/" + quota + " to " + value;
    }
  }

  /**
   * Sets one ceiling of a quota over several namespaces, in the spec and, as the controllers would,
   * in the status and the ledger.
   *
   * @param quota the quota's name
   * @param key the quota key
   * @param value the new ceiling
   */
  record SetClusterQuota(String quota, ResourceName key, Quantity value) implements QuotaChange {
    @Override
    public Cluster applyTo(Cluster cluster) {
      ClusterResourceQuota old =
          require(cluster, ClusterResourceQuota.class, "clusterresourcequota", "", quota);
      return withLedger(cluster, l -> l.isOf(old), key, value)
          .with(
              old.withLimits(
                  old.quota().withHard(old.quota().hard().with(key, value)),
                  limited(old.total(), key, value)));
    }

    @Override
    public String describe() {
      return "set " + key + " of cluster resource quota " + quota + " to " + value;
    }
  }

  /**
   * Changes a capacity policy and, as the controller would, the limits of its tenants' ledgers.
   *
   * @param policy the policy as it is to be
   * @param ledgers the limits by the ledger's name
   * @param patch what does it to the stored policy
   */
  record SetPolicy(PolicyObject policy, Map<String, ResourceQuotaSpec> ledgers, ObjectPatch patch)
      implements QuotaChange {
    public SetPolicy {
      ledgers = Map.copyOf(ledgers);
    }

    @Override
    public Cluster applyTo(Cluster cluster) {
      require(cluster, PolicyObject.class, "capacitypolicy", "", policy.name());
      Cluster changed = cluster.with(policy);
      for (Map.Entry<String, ResourceQuotaSpec> limits : ledgers.entrySet()) {
        changed =
            changed.with(
                require(changed, LedgerSummary.class, "quotaledger", "", limits.getKey())
                    .withSpec(limits.getValue()));
      }
      return changed;
    }

    @Override
    public String describe() {
      return "change capacity policy " + policy.name();
    }
  }

  /**
   * Changes the quotas of a ClusterQueue of Kueue.
   *
   * @param queue the ClusterQueue as it is to be
   * @param patch what does it to the stored ClusterQueue
   */
  record SetQueueQuotas(ClusterQueue queue, ObjectPatch patch) implements QuotaChange {
    @Override
    public Cluster applyTo(Cluster cluster) {
      require(cluster, ClusterQueue.class, "clusterqueue", "", queue.name());
      return cluster.with(queue);
    }

    @Override
    public String describe() {
      return "change quotas of ClusterQueue " + queue.name();
    }
  }

  /**
   * Removes one key of a quota, in the spec and, as the controller would, in the status.
   *
   * @param namespace the quota's namespace
   * @param quota the quota's name
   * @param key the quota key
   */
  record RemoveQuotaKey(String namespace, String quota, ResourceName key) implements QuotaChange {
    @Override
    public Cluster applyTo(Cluster cluster) {
      ResourceQuota old = require(cluster, ResourceQuota.class, "resourcequota", namespace, quota);
      ResourceQuotaStatus status =
          new ResourceQuotaStatus(
              old.status().hard().without(key), old.status().used().without(key));
      return cluster.with(
          old.withSpec(old.spec().withHard(old.spec().hard().without(key))).withStatus(status));
    }

    @Override
    public String describe() {
      return "remove " + key + " from quota " + namespace + "/" + quota;
    }
  }

  /**
   * Removes a quota.
   *
   * @param namespace the quota's namespace
   * @param name the quota's name
   */
  record RemoveQuota(String namespace, String name) implements QuotaChange {
    @Override
    public Cluster applyTo(Cluster cluster) {
      return cluster.without(
          require(cluster, ResourceQuota.class, "resourcequota", namespace, name));
    }

    @Override
    public String describe() {
      return "remove quota " + namespace + "/" + name;
    }
  }

  /**
   * The quota controller counts the usage of a quota again. It does so every 5 minutes, and when a
   * limit of the quota changes.
   *
   * <p>Source: {@code NewController} and {@code enqueueAll} in {@code
   * pkg/controller/resourcequota/resource_quota_controller.go}; the period is {@code
   * --resource-quota-sync-period} of kube-controller-manager.
   *
   * @param namespace the quota's namespace
   * @param quota the quota's name
   */
  record Resync(String namespace, String quota) implements QuotaChange {
    @Override
    public Cluster applyTo(Cluster cluster) {
      ResourceQuota old = require(cluster, ResourceQuota.class, "resourcequota", namespace, quota);
      ResourceQuota synced = ResourceQuotaController.sync(cluster, old);
      return synced.equals(old) ? cluster : cluster.with(synced);
    }

    @Override
    public String describe() {
      return "wait until the quota controller counts quota " + namespace + "/" + quota + " again";
    }
  }

  private static ResourceQuotaStatus limited(
      ResourceQuotaStatus old, ResourceName key, Quantity value) {
    boolean isNew = !old.used().contains(key) && !old.hard().contains(key);
    return new ResourceQuotaStatus(
        old.hard().with(key, value), isNew ? old.used().with(key, Quantity.ZERO) : old.used());
  }

  private static Cluster withLedger(
      Cluster cluster, Predicate<LedgerSummary> isOfQuota, ResourceName key, Quantity value) {
    return cluster.list(LedgerSummary.class).stream()
        .filter(isOfQuota)
        .findFirst()
        .map(l -> cluster.with(l.withSpec(l.spec().withHard(l.spec().hard().with(key, value)))))
        .orElse(cluster);
  }
}
