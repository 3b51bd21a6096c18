package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.policy.PolicyFile;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.QuotaRequest;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.QuotaRequests;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import java.util.ArrayList;
import java.util.List;

/**
 * Selects the one policy that writes the status of a QuotaRequest. A policy whose approvals name
 * the request comes first. Next comes a policy with the request's namespace as a tenant, then any
 * other policy. Among equals, the oldest policy writes. A policy that became invalid keeps its
 * requests.
 */
public final class RequestOwners {
  private final Claim own;
  private final List<Claim> older = new ArrayList<>();
  private final List<Claim> younger = new ArrayList<>();

  private RequestOwners(List<JsonObject> stored, CapacityPolicy policy, Cluster cluster) {
    own = new Claim(policy, TenantNamespaces.of(cluster, policy));
    List<Claim> others = older;
    for (JsonObject each : stored.stream().sorted(NamespaceOwners.BY_AGE).toList()) {
      if (NamespaceOwners.name(each).equals(policy.name())) {
        others = younger;
      } else {
        add(each, cluster, others);
      }
    }
  }

  private record Claim(CapacityPolicy policy, TenantNamespaces tenants) {

    /** Returns a number that is smaller for a policy that has more to do with the request. */
    int rank(QuotaRequest request) {
      if (policy.approvals().stream().anyMatch(a -> a.isAbout(request))) {
        return 0;
      }
      return tenants.tenantOf(request.namespace()).isPresent() ? 1 : 2;
    }
  }

  /**
   * Returns the requests whose status the policy writes. A policy that the cluster doesn't have is
   * younger than all that it has.
   *
   * @param stored the policies that the cluster has
   */
  public static QuotaRequests decided(
      List<JsonObject> stored, CapacityPolicy policy, Cluster cluster) {
    QuotaRequests requests = QuotaRequests.of(cluster, policy);
    if (requests.all().isEmpty()) {
      return requests;
    }
    RequestOwners owners = new RequestOwners(stored, policy, cluster);
    return requests.only(owners::areOwn);
  }

  private boolean areOwn(QuotaRequest request) {
    int rank = own.rank(request);
    return older.stream().noneMatch(c -> c.rank(request) <= rank)
        && younger.stream().noneMatch(c -> c.rank(request) < rank);
  }

  private static void add(JsonObject stored, Cluster cluster, List<Claim> claims) {
    CapacityPolicy policy = PolicyFile.readable(stored);
    claims.add(new Claim(policy, TenantNamespaces.of(cluster, policy)));
  }
}
