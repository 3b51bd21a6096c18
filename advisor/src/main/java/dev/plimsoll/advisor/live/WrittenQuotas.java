package dev.plimsoll.advisor.live;

import static java.util.stream.Collectors.toSet;

import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.model.tenancy.plan.ResourceQuotaProposal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Shows the next policy of a round the quotas that the policy before wrote. Informers may not have
 * received these writes yet.
 */
public final class WrittenQuotas {
  private final Connection connection;

  /** Creates a reader of written quotas. */
  public WrittenQuotas(Connection connection) {
    this.connection = connection;
  }

  /** Returns the quotas of the advice that have an outcome. */
  public static List<ResourceQuotaProposal> of(Advice advice, List<WriteOutcome> writeOutcomes) {
    Set<String> written = writeOutcomes.stream().map(WriteOutcome::object).collect(toSet());
    return advice.recommendations().stream()
        .filter(r -> written.contains("quota " + r.label()))
        .map(QuotaRecommendation::proposal)
        .toList();
  }

  /**
   * Returns the cluster with these quotas as the API server has them now. A quota that can't be
   * read stays as it was seen; a write to it then ends as a conflict.
   *
   * @throws dev.plimsoll.kube.live.UnreachableException if the cluster doesn't answer
   */
  public Cluster in(Cluster cluster, List<ResourceQuotaProposal> quotas) {
    Cluster current = cluster;
    for (ResourceQuotaProposal each : quotas) {
      current = with(current, each.namespace(), each.name());
    }
    return current;
  }

  private Cluster with(Cluster cluster, String namespace, String name) {
    try {
      return cluster.with(read(ApiPaths.quota(namespace, name)));
    } catch (StatusException e) {
      Optional<ResourceQuota> seen = cluster.find(ResourceQuota.class, namespace, name);
      return e.code() == StatusException.NOT_FOUND
          ? seen.map(cluster::without).orElse(cluster)
          : cluster;
    }
  }

  private ApiObject read(String path) throws StatusException {
    return connection.get(
        path,
        Map.of(),
        Connection.JSON,
        JsonPruning.FOR_RULES,
        json -> ObjectReader.read(json.object(), ResourceQuota.TYPE, ResourceQuota.RESOURCE));
  }
}
