package dev.plimsoll.model.ledger;

/** Which quota it is that is enforced by a ledger. */
public sealed interface QuotaOrigin {

  /** Returns the name of the quota, as denials give it. */
  String quota();

  /**
   * A ResourceQuota.
   *
   * @param namespace its namespace
   * @param quota its name
   */
  record OfNamespace(String namespace, String quota) implements QuotaOrigin {
    @Override
    public String toString() {
      return "resourcequota/" + namespace + "/" + quota;
    }
  }

  /**
   * A ClusterResourceQuota of OpenShift.
   *
   * @param quota its name
   */
  record OfCluster(String quota) implements QuotaOrigin {
    @Override
    public String toString() {
      return "clusterresourcequota/" + quota;
    }
  }

  /**
   * The quota of a tenant.
   *
   * @param policy the name of the CapacityPolicy
   * @param tenant the name of the tenant
   */
  record OfTenant(String policy, String tenant) implements QuotaOrigin {
    @Override
    public String quota() {
      return policy + "/" + tenant;
    }

    @Override
    public String toString() {
      return "tenant/" + policy + "/" + tenant;
    }
  }
}
