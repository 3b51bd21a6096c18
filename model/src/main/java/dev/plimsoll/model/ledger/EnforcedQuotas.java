package dev.plimsoll.model.ledger;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Enforcement.AdmissionMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All quotas that requests are judged by besides what Kubernetes itself does. */
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

  /** Returns those of namespaces that are labelled for it, and those of the policies' tenants. */
  public static EnforcedQuotas of(Cluster cluster, List<CapacityPolicy> policies) {
    List<EnforcedQuota> all = new ArrayList<>(StrictQuotas.of(cluster));
    policies.forEach(p -> all.addAll(TenantQuotas.of(cluster, p)));
    return new EnforcedQuotas(all);
  }

  /** Returns those that deny: what is reserved is kept of them only. */
  public List<EnforcedQuota> denying() {
    return all.stream().filter(q -> q.mode() == AdmissionMode.DENY).toList();
  }

  /** Returns those by which requests in a namespace are judged. */
  public List<EnforcedQuota> in(String namespace) {
    return Collections.unmodifiableList(byNamespace.getOrDefault(namespace, List.of()));
  }
}
