package dev.plimsoll.model.admission;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.AdmissionRequest;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.ClusterResourceQuota;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.object.ResourceQuotaStatus;
import dev.plimsoll.model.quota.ClusterResourceQuotaAdmission;
import dev.plimsoll.model.quota.Evaluators;
import dev.plimsoll.model.quota.LimitedResource;
import dev.plimsoll.model.quota.QuotaAccount;
import dev.plimsoll.model.quota.QuotaDenial;
import dev.plimsoll.model.quota.QuotaOutcome;
import dev.plimsoll.model.quota.ResourceQuotaAdmission;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Where the quotas of a namespace, and then those over several, stand in the chain. */
final class QuotaAdmission {
  private static final String LAYER = "ResourceQuota";
  private static final String CLUSTER_LAYER = "ClusterResourceQuota";

  private final List<LimitedResource> limited;
  private final UnaryOperator<List<ResourceQuota>> order;

  QuotaAdmission(List<LimitedResource> limited, UnaryOperator<List<ResourceQuota>> order) {
    this.limited = limited;
    this.order = order;
  }

  /** Holds the request against the quotas of its namespace. */
  Optional<AdmissionStep> check(Cluster cluster, AdmissionRequest request) {
    List<ResourceQuota> quotas =
        order.apply(List.copyOf(cluster.list(ResourceQuota.class, request.object().namespace())));
    QuotaOutcome outcome =
        new ResourceQuotaAdmission(Evaluators.of(cluster), limited).check(request, quotas);
    return step(LAYER, request.object(), outcome);
  }

  /** Holds the request against the quotas over several namespaces. */
  static Optional<AdmissionStep> checkCluster(Cluster cluster, AdmissionRequest request) {
    return step(
        CLUSTER_LAYER, request.object(), new ClusterResourceQuotaAdmission(cluster).check(request));
  }

  private static Optional<AdmissionStep> step(
      String layer, ApiObject object, QuotaOutcome outcome) {
    if (outcome.accounts().isEmpty() && outcome instanceof QuotaOutcome.Allowed) {
      return Optional.empty();
    }
    AdmissionEffect.Charged effect = new AdmissionEffect.Charged(outcome);
    return Optional.of(
        new AdmissionStep(layer, object, effect, effect.denial().map(r -> denial(object, r))));
  }

  private static Denial denial(ApiObject object, QuotaDenial refusal) {
    return refusal.code() == 403
        ? Denial.forbidden(object, refusal.message())
        : Denial.error(refusal.message());
  }

  /** Returns the picture with every quota charged that a step of this layer says. */
  static Cluster charge(Cluster cluster, String namespace, AdmissionStep step) {
    if (!(step.effect() instanceof AdmissionEffect.Charged charged)
        || !(charged.outcome() instanceof QuotaOutcome.Allowed allowed)) {
      return cluster;
    }
    Cluster result = cluster;
    for (QuotaAccount account : allowed.charges()) {
      result =
          step.layer().equals(CLUSTER_LAYER)
              ? chargeCluster(result, namespace, account)
              : charge(result, namespace, account);
    }
    return result;
  }

  private static Cluster charge(Cluster cluster, String namespace, QuotaAccount account) {
    return cluster
        .find(ResourceQuota.class, namespace, account.quota())
        .map(
            q -> q.withStatus(new ResourceQuotaStatus(q.status().hard(), account.after().stored())))
        .map(cluster::with)
        .orElse(cluster);
  }

  private static Cluster chargeCluster(Cluster cluster, String namespace, QuotaAccount account) {
    return cluster
        .find(ClusterResourceQuota.class, "", account.quota())
        .map(q -> ClusterResourceQuotaAdmission.charged(q, namespace, account.requested()))
        .map(cluster::with)
        .orElse(cluster);
  }
}
