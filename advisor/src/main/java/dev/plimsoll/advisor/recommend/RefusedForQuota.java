package dev.plimsoll.advisor.recommend;

import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.QuotaRefusal;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.TenantNamespaces;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Trial;
import dev.plimsoll.model.whatif.World;
import dev.plimsoll.model.workload.PodGroup;
import dev.plimsoll.model.workload.PodMaker;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Pods of a tenant that a quota refuses although nodes could take some.
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
record RefusedForQuota(
    String tenant,
    String namespace,
    String workload,
    int pods,
    String quota,
    Resources used,
    Resources first,
    Resources lacking) {

  static List<RefusedForQuota> of(World world, CapacityPolicy policy) {
    TenantNamespaces tenants = TenantNamespaces.of(world.cluster(), policy);
    List<RefusedForQuota> all = new ArrayList<>();
    for (PodGroup group : world.workloads().groups()) {
      tenants
          .tenantOf(group.root().namespace())
          .ifPresent(
              tenant ->
                  group
                      .makers()
                      .forEach(m -> of(world, tenant.name(), group, m).ifPresent(all::add)));
    }
    return all;
  }

  /** Returns the namespaces with missing pods that nodes could take if only quotas were higher. */
  static Set<String> hopeful(World world) {
    Set<String> namespaces = new HashSet<>();
    for (PodGroup group : world.workloads().groups()) {
      String namespace = group.root().namespace();
      for (PodMaker maker : group.makers()) {
        if (maker.missing() > 0 && !namespaces.contains(namespace)) {
          Trial trial = Trial.create(world, maker.missingPods());
          if (trial.placed() > 0
              || (exceeded(trial).isPresent() && nodesTakeSome(world, namespace, maker))) {
            namespaces.add(namespace);
          }
        }
      }
    }
    return namespaces;
  }

  private static Optional<RefusedForQuota> of(
      World world, String tenant, PodGroup group, PodMaker maker) {
    if (maker.missing() == 0) {
      return Optional.empty();
    }
    Trial trial = Trial.create(world, maker.missingPods());
    Optional<QuotaRefusal.Exceeded> refusal = exceeded(trial);
    if (refusal.isEmpty()) {
      return Optional.empty();
    }
    QuotaRefusal.Exceeded exceeded = refusal.get();
    String namespace = group.root().namespace();
    int pods = maker.missing() - trial.admitted();
    return isQuota(world, namespace, exceeded.quota()) && nodesTakeSome(world, namespace, maker)
        ? Optional.of(
            new RefusedForQuota(
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

  private static Optional<QuotaRefusal.Exceeded> exceeded(Trial trial) {
    return trial
        .firstRefused()
        .flatMap(a -> a.admission())
        .flatMap(AdmissionReport::quotaRefusal)
        .filter(QuotaRefusal.Exceeded.class::isInstance)
        .map(QuotaRefusal.Exceeded.class::cast);
  }

  private static boolean isQuota(World world, String namespace, String quota) {
    return world.cluster().find(ResourceQuota.class, namespace, quota).isPresent();
  }

  private static boolean nodesTakeSome(World world, String namespace, PodMaker maker) {
    World unlimited = world;
    for (ResourceQuota quota : world.cluster().list(ResourceQuota.class, namespace)) {
      unlimited = unlimited.with(new Change.RemoveQuota(namespace, quota.name()));
    }
    return Trial.create(unlimited, maker.missingPods()).placed() > 0;
  }

  private static Resources lacking(QuotaRefusal.Exceeded exceeded, int pods) {
    Resources.Builder lacking = Resources.builder();
    for (ResourceName key : exceeded.limited().names()) {
      Quantity needed =
          exceeded.used().getOrZero(key).add(exceeded.requested().getOrZero(key).multiply(pods));
      lacking.put(key, needed.subtract(exceeded.limited().getOrZero(key)));
    }
    return lacking.build();
  }

  String sentence() {
    return pods
        + (pods == 1 ? " pod of " : " pods of ")
        + workload
        + (pods == 1 ? " is" : " are")
        + " refused, though nodes could take some";
  }
}
