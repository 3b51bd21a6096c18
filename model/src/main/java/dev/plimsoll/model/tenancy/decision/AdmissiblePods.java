package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.model.tenancy.UndividedKey;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the missing pods that would be created if ceilings were high enough. The decision can
 * raise ceilings on divided resources, in quotas that count all pods, and further ceilings in the
 * policy's list. A higher ceiling doesn't help if anything else denies pods, such as a quota with
 * scopes, a count, or a ClusterResourceQuota.
 */
final class AdmissiblePods {
  private static final Quantity NO_LIMIT = Quantity.of(Long.MAX_VALUE / 2);

  private final CapacityPolicy policy;
  private final Simulation unlimited;

  /** By the owners of the simulation's workloads; the content of an owner is never compared. */
  private final IdentityHashMap<PodTemplateOwner, Admissible> byOwner = new IdentityHashMap<>();

  /** The simulations after the admissible pods of each namespace are created. */
  private final Map<String, Simulation> after = new HashMap<>();

  /**
   * The pods that would be created.
   *
   * @param pod the first pod as it would be admitted; empty if no pod would be
   * @param count how many pods would be created
   */
  record Admissible(Optional<Pod> pod, int count) {}

  AdmissiblePods(Simulation simulation, CapacityPolicy policy) {
    this.policy = policy;
    TenantNamespaces tenants = TenantNamespaces.of(simulation.cluster(), policy);
    this.unlimited = simulation.with(unlimited(simulation.cluster(), tenants));
    simulation
        .workloads()
        .templateOwners()
        .filter(o -> o.missing() > 0 && tenants.tenantOf(o.workload().namespace()).isPresent())
        .forEach(o -> byOwner.put(o, admissible(o)));
  }

  /** Returns the cluster whose quotas have headroom for all pods that the ceilings could admit. */
  Simulation unlimited() {
    return unlimited;
  }

  /** Returns the owners of tenants that miss pods, with what would be created. */
  Map<PodTemplateOwner, Admissible> byOwner() {
    return byOwner;
  }

  /** Returns how many pods the owner could have; all that it misses if it is nobody's. */
  int count(PodTemplateOwner owner) {
    Admissible admissible = byOwner.get(owner);
    return admissible == null ? owner.missing() : admissible.count();
  }

  private List<Change> unlimited(Cluster cluster, TenantNamespaces tenants) {
    List<Change> changes = new ArrayList<>();
    for (ResourceQuota quota : cluster.list(ResourceQuota.class)) {
      if (tenants.tenantOf(quota.namespace()).isPresent()) {
        boolean isDivided = quota.spec().countsAllPods();
        Resources hard = unlimited(quota.spec().hard(), isDivided);
        Resources enforced = unlimited(quota.status().hard(), isDivided);
        if (!hard.equals(quota.spec().hard()) || !enforced.equals(quota.status().hard())) {
          changes.add(
              new Change.Apply(
                  quota
                      .withSpec(quota.spec().withHard(hard))
                      .withStatus(new ResourceQuotaStatus(enforced, quota.status().used()))));
        }
      }
    }
    return changes;
  }

  private Resources unlimited(Resources hard, boolean isDivided) {
    Resources unlimited = hard;
    for (UndividedKey listed : policy.changes().undivided()) {
      unlimited =
          unlimited.contains(listed.key())
              ? unlimited.with(
                  listed.key(), Quantity.max(unlimited.getOrZero(listed.key()), listed.upTo()))
              : unlimited;
    }
    for (DividedResource resource : isDivided ? policy.resources() : List.<DividedResource>of()) {
      for (ResourceName key : QuotaKeys.chargedKeys(resource.name())) {
        unlimited = unlimited.contains(key) ? unlimited.with(key, NO_LIMIT) : unlimited;
      }
    }
    return unlimited;
  }

  private Admissible admissible(PodTemplateOwner owner) {
    String namespace = owner.workload().namespace();
    Simulation before = after.getOrDefault(namespace, unlimited);
    Simulation.Step first = before.admit(owner.nextPods(1).get(0));
    if (!first.attempt().isAdmitted()) {
      return new Admissible(Optional.empty(), 0);
    }
    Optional<Pod> pod = Optional.of(first.attempt().pod());
    if (!isLimited(namespace)) {
      return new Admissible(pod, owner.missing());
    }
    Simulation current = first.after();
    List<Pod> pods = owner.missingPods();
    int count = 1;
    while (count < pods.size()) {
      Simulation.Step step = current.admit(pods.get(count));
      if (!step.attempt().isAdmitted()) {
        break;
      }
      current = step.after();
      count++;
    }
    after.put(namespace, current);
    return new Admissible(pod, count < pods.size() ? count : owner.missing());
  }

  /** Returns whether a quota limits pods in a way that no higher ceiling changes. */
  private boolean isLimited(String namespace) {
    return !unlimited.cluster().list(ClusterResourceQuota.class).isEmpty()
        || unlimited.cluster().list(ResourceQuota.class, namespace).stream()
            .anyMatch(
                q ->
                    q.status().hard().names().stream()
                        .anyMatch(k -> !q.status().hard().getOrZero(k).equals(NO_LIMIT)));
  }
}
