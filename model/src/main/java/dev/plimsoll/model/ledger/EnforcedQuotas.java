package dev.plimsoll.model.ledger;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All quotas that Plimsoll enforces in addition to Kubernetes' own. */
public final class EnforcedQuotas {
  private final List<EnforcedQuota> all;
  private final Map<String, List<EnforcedQuota>> byNamespace = new HashMap<>();

  private EnforcedQuotas(List<EnforcedQuota> all) {
    this.all = List.copyOf(all);
    for (EnforcedQuota quota : all) {
      for (String namespace : quota.judged()) {
        byNamespace.computeIfAbsent(namespace, n -> new ArrayList<>()).add(quota);
      }
    }
  }

  /** Returns the quotas of labelled namespaces and of the policies' tenants. */
  public static EnforcedQuotas of(Cluster cluster, List<CapacityPolicy> policies) {
    List<EnforcedQuota> all = new ArrayList<>(StrictQuotas.of(cluster));
    policies.forEach(p -> all.addAll(TenantQuotas.of(cluster, p)));
    return new EnforcedQuotas(all);
  }

  /** Returns the quotas that deny; only these keep reservations. */
  public List<EnforcedQuota> denying() {
    return all.stream().filter(q -> q.mode() == AdmissionMode.DENY).toList();
  }

  /** Returns the quotas that judge requests in a namespace. */
  public List<EnforcedQuota> in(String namespace) {
    return Collections.unmodifiableList(byNamespace.getOrDefault(namespace, List.of()));
  }
}
