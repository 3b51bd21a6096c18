package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Validates a policy against a cluster. */
final class ClusterPolicyValidation {
  private final CapacityPolicy policy;
  private final Cluster cluster;
  private final Set<String> namespaces;
  private final TenantCapacity tenantCapacity;
  private final List<PolicyViolation> problems = new ArrayList<>();

  private ClusterPolicyValidation(CapacityPolicy policy, Cluster cluster) {
    this.policy = policy;
    this.cluster = cluster;
    this.namespaces = cluster.namespaces();
    this.tenantCapacity = TenantCapacity.of(cluster, policy);
  }

  static List<PolicyViolation> of(CapacityPolicy policy, Cluster cluster) {
    ClusterPolicyValidation check = new ClusterPolicyValidation(policy, cluster);
    check.disputed();
    check.selectNothing();
    check.guarantees();
    check.pools();
    check.resources();
    check.changes();
    check.problems.addAll(TopologyValidation.of(policy.topology(), cluster.nodes()));
    return List.copyOf(check.problems);
  }

  private void disputed() {
    TenantNamespaces.of(cluster, policy)
        .disputed()
        .forEach(
            (namespace, tenants) ->
                warning(
                    path(tenants.get(1)) + ".selector",
                    TenantNamespaces.dispute(namespace, tenants)));
  }

  private void selectNothing() {
    for (Tenant tenant : policy.tenants()) {
      List<String> names = tenant.namespaces().names();
      for (int k = 0; k < names.size(); k++) {
        if (!namespaces.contains(names.get(k))) {
          warning(
              path(tenant) + ".namespaces[" + k + "]",
              "namespace " + names.get(k) + " not found: create it or correct the name");
        }
      }
      for (LabelSelector selector : tenant.namespaces().selectors()) {
        if (namespaces.stream()
            .noneMatch(n -> selector.matches(TenantNamespaces.labels(cluster, n)))) {
          warning(
              path(tenant) + ".selector",
              "tenant "
                  + tenant.name()
                  + "'s selector matches no namespace: correct it or label one");
        }
      }
      for (String namespace : namespaces) {
        Map<String, String> labels = TenantNamespaces.labels(cluster, namespace);
        if (policy.systemNamespaces().matches(namespace, labels)
            && tenant.namespaces().matches(namespace, labels)) {
          warning(
              path(tenant) + ".namespaces",
              "namespace "
                  + namespace
                  + " is also a system namespace; it counts as tenant "
                  + tenant.name()
                  + "'s");
        }
      }
    }
  }

  private void guarantees() {
    for (DividedResource resource : policy.resources()) {
      long given = tenantCapacity.distributable(resource);
      long sum = 0;
      for (Tenant tenant : policy.tenants()) {
        Amount floor = tenant.guarantee().getOrDefault(resource.name(), Amount.NONE);
        Amount ceiling = tenant.ceiling().getOrDefault(resource.name(), Amount.ALL);
        long units = tenantCapacity.units(resource, floor);
        boolean fitted = sum <= given;
        sum += units;
        if (fitted && sum > given) {
          warning(
              path(tenant) + ".guarantee." + resource.name(),
              "including this tenant the guarantees of "
                  + resource.name()
                  + " add up to "
                  + resource.quantity(sum)
                  + ", more than the capacity of "
                  + resource.quantity(given)
                  + ", so each is scaled down: lower them");
        }
        if (floor.getClass() != ceiling.getClass()
            && tenant.ceiling().containsKey(resource.name())
            && units > tenantCapacity.units(resource, ceiling)) {
          warning(
              path(tenant) + ".guarantee." + resource.name(),
              "guarantee "
                  + floor
                  + " is above ceiling "
                  + ceiling
                  + ", which is "
                  + resource.quantity(tenantCapacity.units(resource, ceiling))
                  + " now and decides: lower it or raise the ceiling");
        }
      }
    }
  }

  private void changes() {
    ChangePolicy changePolicy = policy.changes();
    for (DividedResource resource : policy.resources()) {
      long step = tenantCapacity.stepLimits(resource).step();
      long hysteresis = tenantCapacity.stepLimits(resource).hysteresis();
      if (!changePolicy.anySize() && step < hysteresis) {
        warning(
            "spec.changes.hysteresis",
            "hysteresis of "
                + resource.quantity(hysteresis)
                + " "
                + resource.name()
                + " is above the step of "
                + resource.quantity(step)
                + ", so only whole steps are made: lower it or raise the step");
      }
    }
  }

  private void pools() {
    Map<String, String> owners = new TreeMap<>();
    for (int i = 0; i < policy.pools().size(); i++) {
      NodePool pool = policy.pools().get(i);
      int index = i;
      String path = "spec.pools[" + i + "].nodeSelector";
      List<Node> nodes = cluster.nodes().stream().filter(n -> PoolNodes.selects(pool, n)).toList();
      if (nodes.isEmpty() && pool.autoscaling().isEmpty()) {
        warning(
            path, "pool " + pool.name() + " matches no node: correct the selector or label nodes");
      }
      pool.autoscaling()
          .filter(a -> nodes.size() > a.maxNodes())
          .ifPresent(
              a ->
                  warning(
                      "spec.pools[" + index + "].autoscaling.maxNodes",
                      "pool "
                          + pool.name()
                          + " has "
                          + nodes.size()
                          + " nodes, more than maxNodes "
                          + a.maxNodes()
                          + ": raise maxNodes to the autoscaler's maximum"));
      for (Node node : nodes) {
        String other = owners.putIfAbsent(node.name(), pool.name());
        if (other != null) {
          warning(
              path,
              "node "
                  + node.name()
                  + " is in pools "
                  + other
                  + " and "
                  + pool.name()
                  + "; it counts in "
                  + other);
          break;
        }
      }
    }
  }

  private void resources() {
    for (int i = 0; i < policy.resources().size(); i++) {
      DividedResource resource = policy.resources().get(i);
      if (tenantCapacity.allocatable(resource).signum() == 0
          && tenantCapacity.toCome(resource).signum() == 0
          && tenantCapacity.withheld(resource).signum() == 0) {
        warning(
            "spec.resources[" + i + "].name",
            isListed(resource)
                ? "none of the "
                    + resource.name()
                    + " of the pools' nodes is allocatable now; look at its device plugin and driver"
                : "no node of the pools has "
                    + resource.name()
                    + ": correct the name or the pools");
      }
    }
  }

  /** Returns whether nodes list the resource, as they do while none of its devices is healthy. */
  private boolean isListed(DividedResource resource) {
    return tenantCapacity.pools().stream()
        .filter(p -> resource.countsIn(p.name()))
        .flatMap(p -> Stream.concat(p.nodes().stream(), p.withheldNodes().stream()))
        .anyMatch(n -> n.capacity().contains(resource.name()));
  }

  private String path(Tenant tenant) {
    return "spec.tenants[" + policy.tenants().indexOf(tenant) + "]";
  }

  private void warning(String path, String message) {
    problems.add(PolicyViolation.warning(path, message));
  }
}
