package dev.plimsoll.advisor.recommend;

import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.QuotaDenial;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.model.whatif.QuotaChange;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import dev.plimsoll.model.workload.PodTemplateOwner;
import dev.plimsoll.model.workload.WorkloadPods;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Pods of a tenant that a quota denies although nodes could run some.
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
                      .forEach(m -> of(simulation, tenant.name(), group, m).ifPresent(all::add)));
    }
    return all;
  }

  /** Returns the namespaces with missing pods that nodes could take if only quotas were higher. */
  static Set<String> placeable(Simulation simulation) {
    Set<String> namespaces = new HashSet<>();
    for (PodTemplateOwner owner : simulation.workloads().templateOwners().toList()) {
      String namespace = owner.workload().namespace();
      if (owner.missing() > 0 && !namespaces.contains(namespace)) {
        SimulationRun simulationRun = SimulationRun.create(simulation, owner.missingPods());
        if (simulationRun.placed() > 0
            || (exceeded(simulationRun).isPresent()
                && fitsWithoutQuota(simulation, namespace, owner))) {
          namespaces.add(namespace);
        }
      }
    }
    return namespaces;
  }

  private static Optional<QuotaDeniedPods> of(
      Simulation simulation, String tenant, WorkloadPods group, PodTemplateOwner owner) {
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
    return isQuota(simulation, namespace, exceeded.quota())
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

  private static boolean isQuota(Simulation simulation, String namespace, String quota) {
    return simulation.cluster().find(ResourceQuota.class, namespace, quota).isPresent();
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
