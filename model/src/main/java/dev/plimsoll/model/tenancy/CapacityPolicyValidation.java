package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Validates a policy: by itself, and against a cluster. */
public final class CapacityPolicyValidation {
  private static final BigDecimal LEAST_OVERCOMMIT = new BigDecimal("0.01");
  private static final BigDecimal MAX_MULTIPLE = BigDecimal.valueOf(100);

  private final CapacityPolicy policy;
  private final List<PolicyViolation> problems = new ArrayList<>();

  private CapacityPolicyValidation(CapacityPolicy policy) {
    this.policy = policy;
  }

  /**
   * Returns the policy's violations that no cluster would resolve, in the order of the document.
   */
  public static List<PolicyViolation> of(CapacityPolicy policy) {
    CapacityPolicyValidation check = new CapacityPolicyValidation(policy);
    check.tenants();
    check.weights();
    check.pools();
    check.resources();
    check.division();
    check.changes();
    check.problems.addAll(TopologyValidation.of(policy.topology()));
    check.approvals();
    return List.copyOf(check.problems);
  }

  /** Returns the policy's violations, by itself and on this cluster. */
  public static List<PolicyViolation> of(CapacityPolicy policy, Cluster cluster) {
    List<PolicyViolation> all = new ArrayList<>(of(policy));
    all.addAll(ClusterPolicyValidation.of(policy, cluster));
    return List.copyOf(all);
  }

  private void tenants() {
    if (policy.tenants().isEmpty()) {
      error("spec.tenants", "no tenants: at least one is required");
    }
    Set<String> names = new HashSet<>();
    Map<String, String> owners = new HashMap<>();
    for (int i = 0; i < policy.tenants().size(); i++) {
      Tenant tenant = policy.tenants().get(i);
      String path = "spec.tenants[" + i + "]";
      if (!names.add(tenant.name())) {
        error(path + ".name", "duplicate tenant " + tenant.name() + ": rename one");
      }
      namespaces(path, tenant, owners);
      bounds(path, tenant);
    }
  }

  private void namespaces(String path, Tenant tenant, Map<String, String> owners) {
    NamespaceSelection selection = tenant.namespaces();
    if (selection.names().isEmpty() && selection.selectors().isEmpty()) {
      error(
          path + ".namespaces",
          "tenant " + tenant.name() + " has no namespaces: set namespaces or selector");
    }
    for (int k = 0; k < selection.names().size(); k++) {
      String namespace = selection.names().get(k);
      String other = owners.putIfAbsent(namespace, tenant.name());
      if (other != null && !other.equals(tenant.name())) {
        error(
            path + ".namespaces[" + k + "]",
            "namespace "
                + namespace
                + " is in tenants "
                + other
                + " and "
                + tenant.name()
                + ": keep it in one");
      }
    }
  }

  private void bounds(String path, Tenant tenant) {
    named(path + ".guarantee", tenant.guarantee().keySet());
    named(path + ".ceiling", tenant.ceiling().keySet());
    new TreeMap<>(tenant.guarantee())
        .forEach(
            (resource, floor) -> {
              Amount ceiling = tenant.ceiling().getOrDefault(resource, floor);
              if (floor.getClass() == ceiling.getClass() && exceeds(floor, ceiling)) {
                error(
                    path + ".guarantee." + resource,
                    "guarantee "
                        + floor
                        + " is above ceiling "
                        + ceiling
                        + ": lower it or raise the ceiling");
              }
            });
  }

  private static boolean exceeds(Amount floor, Amount ceiling) {
    return floor.of(BigDecimal.ONE).compareTo(ceiling.of(BigDecimal.ONE)) > 0;
  }

  private void named(String path, Set<ResourceName> names) {
    names.stream()
        .sorted()
        .filter(name -> policy.resource(name).isEmpty())
        .forEach(
            name ->
                error(
                    path + "." + name,
                    name + " is not listed in spec.resources: add it there or remove it here"));
  }

  private void weights() {
    for (int i = 0; i < policy.tenants().size(); i++) {
      Tenant tenant = policy.tenants().get(i);
      String path = "spec.tenants[" + i + "].weight";
      if (tenant.weight() < 0 || tenant.weight() > Tenant.MAX_WEIGHT) {
        error(
            path,
            "weight " + tenant.weight() + " is out of range: must be 0 to " + Tenant.MAX_WEIGHT);
      } else if (tenant.weight() == 0) {
        warning(
            path,
            "tenant "
                + tenant.name()
                + " has weight 0 and gets its guarantee only: set a weight above 0 to give it a share");
      }
    }
    if (!policy.tenants().isEmpty() && policy.tenants().stream().allMatch(t -> t.weight() == 0)) {
      error("spec.tenants", "all weights are 0, so nothing is divided: set at least one above 0");
    }
  }

  private void pools() {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < policy.pools().size(); i++) {
      String name = policy.pools().get(i).name();
      if (!names.add(name)) {
        error("spec.pools[" + i + "].name", "duplicate pool " + name + ": rename one");
      }
      autoscaling("spec.pools[" + i + "].autoscaling", policy.pools().get(i));
    }
  }

  private void autoscaling(String path, NodePool pool) {
    if (pool.autoscaling().isEmpty()) {
      return;
    }
    PoolAutoscaling autoscaling = pool.autoscaling().orElseThrow();
    if (policy.resources().stream()
        .allMatch(r -> autoscaling.allocatable().getOrZero(r.name()).isZero())) {
      error(
          path + ".allocatable",
          "names no resource that the policy divides: add what a new node has of "
              + policy.resources().stream()
                  .map(r -> r.name().name())
                  .collect(Collectors.joining(", ")));
    }
    if (!pool.nodeSelector().matches(NodesToCome.labels(pool, autoscaling))) {
      error(
          path + ".labels",
          "a new node would not match nodeSelector: add the labels that matchExpressions require");
    }
  }

  private void resources() {
    if (policy.resources().isEmpty()) {
      error("spec.resources", "no resources: at least one is required");
    }
    Set<ResourceName> names = new HashSet<>();
    for (int i = 0; i < policy.resources().size(); i++) {
      DividedResource resource = policy.resources().get(i);
      String path = "spec.resources[" + i + "]";
      if (!names.add(resource.name())) {
        error(path + ".name", "duplicate resource " + resource.name() + ": remove one");
      }
      for (int k = 0; k < resource.pools().size(); k++) {
        String pool = resource.pools().get(k);
        if (policy.pools().stream().noneMatch(p -> p.name().equals(pool))) {
          error(
              path + ".pools[" + k + "]",
              "unknown pool " + pool + ": add it to spec.pools or correct the name");
        }
      }
    }
    named("spec.reserve", policy.reserve().keySet());
  }

  private void division() {
    Division division = policy.division();
    if (isOutside(division.overcommit(), LEAST_OVERCOMMIT, MAX_MULTIPLE)) {
      error(
          "spec.division.overcommit",
          "overcommit is "
              + division.overcommit()
              + ": must be from "
              + LEAST_OVERCOMMIT
              + " to "
              + MAX_MULTIPLE
              + ", usually 1");
    }
    if (division instanceof Division.Generous generous
        && isOutside(generous.factor(), BigDecimal.ONE, MAX_MULTIPLE)) {
      error(
          "spec.division.factor",
          "factor is " + generous.factor() + ": must be from 1 to " + MAX_MULTIPLE);
    }
  }

  private static boolean isOutside(BigDecimal number, BigDecimal least, BigDecimal most) {
    return number.compareTo(least) < 0 || number.compareTo(most) > 0;
  }

  private void changes() {
    Set<ResourceName> keys = new HashSet<>();
    List<UndividedKey> undivided = policy.changes().undivided();
    for (int i = 0; i < undivided.size(); i++) {
      ResourceName key = undivided.get(i).key();
      String path = "spec.changes.undivided[" + i + "].key";
      if (!keys.add(key)) {
        error(path, "duplicate key " + key + ": remove one");
      }
      QuotaKeys.nodeResource(key)
          .flatMap(policy::resource)
          .ifPresent(r -> error(path, key + " is divided, as " + r.name() + " is: remove it here"));
    }
    LostCapacity lost = policy.changes().lostCapacity();
    if (lost.beyond() == LostCapacity.Beyond.PERIOD && lost.period().compareTo(lost.grace()) < 0) {
      warning(
          "spec.changes.lostCapacity.period",
          "period is shorter than grace, so grace decides: raise it or lower grace");
    }
  }

  private void approvals() {
    Set<String> requests = new HashSet<>();
    for (int i = 0; i < policy.approvals().size(); i++) {
      RequestApproval approval = policy.approvals().get(i);
      String request = approval.namespace() + "/" + approval.request();
      if (!requests.add(request)) {
        error(
            "spec.approvals[" + i + "].request",
            "request " + request + " is decided twice: remove one");
      }
    }
  }

  private void error(String path, String message) {
    problems.add(PolicyViolation.error(path, message));
  }

  private void warning(String path, String message) {
    problems.add(PolicyViolation.warning(path, message));
  }
}
