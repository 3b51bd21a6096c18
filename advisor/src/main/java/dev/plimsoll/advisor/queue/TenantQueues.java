package dev.plimsoll.advisor.queue;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which ClusterQueue is whose: the tenant's whose namespaces have all LocalQueues that point to it.
 *
 * @param tenants the tenant's name by the ClusterQueue's name
 * @param notes a sentence for each ClusterQueue that is no single tenant's
 */
record TenantQueues(TreeMap<String, String> tenants, List<String> notes) {

  static TenantQueues of(Cluster cluster, CapacityPolicy policy) {
    TenantNamespaces namespaces = TenantNamespaces.of(cluster, policy);
    TreeMap<String, SortedSet<String>> users = new TreeMap<>();
    for (LocalQueue local : cluster.list(LocalQueue.class)) {
      String user =
          namespaces
              .tenantOf(local.namespace())
              .map(Tenant::name)
              .map(t -> "tenant " + t)
              .orElse("namespace " + local.namespace() + " of no tenant");
      users.computeIfAbsent(local.clusterQueue(), q -> new TreeSet<>()).add(user);
    }
    TreeMap<String, String> tenants = new TreeMap<>();
    List<String> notes = new ArrayList<>();
    for (ClusterQueue queue : cluster.list(ClusterQueue.class)) {
      SortedSet<String> of = users.getOrDefault(queue.name(), new TreeSet<>());
      if (of.size() == 1 && of.first().startsWith("tenant ")) {
        tenants.put(queue.name(), of.first().substring("tenant ".length()));
      } else {
        notes.add(
            "ClusterQueue "
                + queue.name()
                + " is left alone: "
                + (of.isEmpty()
                    ? "no LocalQueue points to it"
                    : "its LocalQueues are of " + String.join(" and ", of)));
      }
    }
    return new TenantQueues(tenants, notes);
  }
}
