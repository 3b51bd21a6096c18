package dev.plimsoll.advisor.recommend;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.kubernetes.quota.QuotaKeys;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.model.whatif.QuotaChange;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Pods of a tenant that a quota denies by a key that the policy doesn't divide, although nodes
 * could run some.
 *
 * @param tenant whose they are
 * @param namespace where they should be
 * @param workload what should have them
 * @param pods how many
 * @param quota the quota's name
 * @param used what is used of the keys that don't suffice
 * @param first what the quota lacks for one of them, by key
 * @param lacking what it lacks for all of them, by key
 */
record QuotaDeniedPods(
    String tenant,
    String namespace,
    String workload,
    int pods,
    String quota,
    Resources used,
    Resources first,
    Resources lacking) {

  static List<QuotaDeniedPods> of(Simulation simulation, CapacityPolicy policy) {
    TenantNamespaces tenants = TenantNamespaces.of(simulation.cluster(), policy);
    List<QuotaDeniedPods> all = new ArrayList<>();
    for (WorkloadPods group : simulation.workloads().list()) {
      tenants
          .tenantOf(group.root().namespace())
          .ifPresent(
              tenant ->
                  group
                      .templateOwners()
                      .forEach(
                          o ->
                              of(simulation, policy, tenant.name(), group, o).ifPresent(all::add)));
    }
    return all;
  }

  private static Optional<QuotaDeniedPods> of(
      Simulation simulation,
      CapacityPolicy policy,
      String tenant,
      WorkloadPods group,
      PodTemplateOwner owner) {
    if (owner.missing() == 0) {
      return Optional.empty();
    }
    SimulationRun simulationRun = SimulationRun.admit(simulation, owner.missingPods());
    Optional<QuotaDenial.Exceeded> denial = exceeded(simulationRun);
    if (denial.isEmpty()) {
      return Optional.empty();
    }
    QuotaDenial.Exceeded exceeded = denial.get();
    String namespace = group.root().namespace();
    int pods = owner.missing() - simulationRun.admitted();
    return exceedsUndivided(simulation, policy, namespace, exceeded)
            && fitsWithoutQuota(simulation, namespace, owner)
        ? Optional.of(
            new QuotaDeniedPods(
                tenant,
                namespace,
                group.label(),
                pods,
                exceeded.quota(),
                exceeded.used(),
                lacking(exceeded, 1),
                lacking(exceeded, pods)))
        : Optional.empty();
  }

  private static Optional<QuotaDenial.Exceeded> exceeded(SimulationRun simulationRun) {
    return simulationRun
        .firstDenied()
        .flatMap(a -> a.admission())
        .flatMap(AdmissionReport::exceededQuota);
  }

  private static boolean exceedsUndivided(
      Simulation simulation,
      CapacityPolicy policy,
      String namespace,
      QuotaDenial.Exceeded exceeded) {
    return simulation
        .cluster()
        .find(ResourceQuota.class, namespace, exceeded.quota())
        .filter(q -> exceeded.limited().names().stream().anyMatch(k -> !isDivided(policy, q, k)))
        .isPresent();
  }

  /** Returns whether the policy divides what a key of the quota limits. */
  static boolean isDivided(CapacityPolicy policy, ResourceQuota quota, ResourceName key) {
    return quota.spec().countsAllPods()
        && QuotaKeys.nodeResource(key).flatMap(policy::resource).isPresent();
  }

  private static boolean fitsWithoutQuota(
      Simulation simulation, String namespace, PodTemplateOwner owner) {
    Simulation unlimited = simulation;
    for (ResourceQuota quota : simulation.cluster().list(ResourceQuota.class, namespace)) {
      unlimited = unlimited.with(new QuotaChange.RemoveQuota(namespace, quota.name()));
    }
    return SimulationRun.anyPlaced(unlimited, owner.missingPods());
  }

  private static Resources lacking(QuotaDenial.Exceeded exceeded, int pods) {
    Resources.Builder lacking = Resources.builder();
    for (ResourceName key : exceeded.limited().names()) {
      Quantity needed =
          exceeded.used().getOrZero(key).add(exceeded.requested().getOrZero(key).multiply(pods));
      lacking.put(key, needed.subtract(exceeded.limited().getOrZero(key)));
    }
    return lacking.build();
  }

  String message() {
    return pods
        + (pods == 1 ? " pod of " : " pods of ")
        + workload
        + (pods == 1 ? " is" : " are")
        + " denied by quota although nodes could run some";
  }
}
