package dev.plimsoll.advisor.queue;

import dev.plimsoll.advisor.queue.QueueAdvice.NominalQuota;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.FlavorQuota;
import dev.plimsoll.kubernetes.object.FlavorQuota.FlavorResource;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import dev.plimsoll.model.tenancy.Tenant;
import dev.plimsoll.model.tenancy.UsageHistory;
import dev.plimsoll.model.tenancy.decision.CeilingPlan;
import dev.plimsoll.model.tenancy.decision.ClusterObservation;
import dev.plimsoll.model.tenancy.decision.Decider;
import dev.plimsoll.model.tenancy.decision.NamespaceObservation;
import dev.plimsoll.model.tenancy.decision.Observation;
import dev.plimsoll.model.tenancy.decision.ResourceCeilings;
import dev.plimsoll.model.tenancy.decision.ResourceObservation;
import dev.plimsoll.model.tenancy.decision.State;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Decides nominal quotas of ClusterQueues by a CapacityPolicy, with the decider of ResourceQuotas.
 *
 * <p>A ClusterQueue of one tenant takes the place of a namespace. Its nominal quota is the ceiling
 * in force. Reserved quota up to the nominal quota is in use. Borrowed quota and waiting Workloads
 * are demand. Each resource of each flavor is decided by itself, on the flavor's pools.
 */
public final class QueueAdvisor {
  private final Simulation simulation;
  private final CapacityPolicy policy;
  private final UsageHistory history;
  private final TenantQueues owned;
  private final QueueDemand demand;
  private final List<NominalQuota> quotas = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private QueueAdvisor(Simulation simulation, CapacityPolicy policy, UsageHistory history) {
    this.simulation = simulation;
    this.policy = policy;
    this.history = history;
    this.owned = TenantQueues.of(simulation.cluster(), policy);
    this.demand = new QueueDemand(simulation.cluster(), owned, policy);
  }

  /**
   * Returns the nominal quotas.
   *
   * @throws InputException if a kind was not read that the quotas depend on, or there is no
   *     ClusterQueue
   */
  public static QueueAdvice advise(
      Simulation simulation, CapacityPolicy policy, UsageHistory history) {
    requireQueues(simulation.cluster());
    Set<SuspendedDemand> suspended = EnumSet.of(SuspendedDemand.KUEUE);
    suspended.addAll(policy.suspendedDemand());
    QueueAdvisor advisor =
        new QueueAdvisor(simulation, policy.withSuspendedDemand(suspended), history);
    policy.resources().forEach(advisor::decide);
    advisor.notes.addAll(advisor.owned.notes());
    return new QueueAdvice(advisor.quotas, advisor.notes.stream().distinct().toList());
  }

  private static void requireQueues(Cluster cluster) {
    Unread unread =
        Unread.of(
            cluster,
            List.of(
                Requirement.all(Node.RESOURCE),
                Requirement.all(Pod.RESOURCE),
                Requirement.all(ClusterQueue.RESOURCE),
                Requirement.all(Cohort.RESOURCE),
                Requirement.all(LocalQueue.RESOURCE),
                Requirement.all(ResourceFlavor.RESOURCE),
                Requirement.all(WorkloadDetails.Queued.RESOURCE)));
    if (!unread.isEmpty()) {
      throw new InputException(
          unread.message()
              + ", so nominal quotas are unknown; Kueue must be served, and the right is: "
              + String.join(", ", unread.rights())
              + ".");
    }
    if (cluster.list(ClusterQueue.class).isEmpty()) {
      throw new InputException("the cluster has no ClusterQueue, so there is nothing to advise.");
    }
  }

  private void decide(DividedResource resource) {
    Set<String> flavors = new TreeSet<>();
    for (ClusterQueue queue : simulation.cluster().list(ClusterQueue.class)) {
      if (owned.tenants().containsKey(queue.name())) {
        queue.quotas().stream()
            .filter(q -> q.key().resource().equals(resource.name()))
            .forEach(q -> flavors.add(q.key().flavor()));
      }
    }
    if (flavors.isEmpty()) {
      notes.add("no ClusterQueue of one tenant has a nominal quota of " + resource.name());
    }
    FlavorPools pools = new FlavorPools(simulation.cluster(), policy, notes);
    Map<String, DividedResource> divided = new TreeMap<>();
    flavors.forEach(f -> pools.of(f, resource).ifPresent(r -> divided.put(f, r)));
    divided.forEach(
        (flavor, part) -> {
          Optional<String> other =
              divided.entrySet().stream()
                  .filter(e -> !e.getKey().equals(flavor))
                  .filter(e -> e.getValue().pools().stream().anyMatch(part.pools()::contains))
                  .map(Map.Entry::getKey)
                  .findFirst();
          if (other.isPresent()) {
            notes.add(
                "nominal quotas of %s in flavor %s are left alone: flavor %s has the same nodes"
                    .formatted(resource.name(), flavor, other.get()));
          } else {
            decide(flavor, part);
          }
        });
  }

  /** A ClusterQueue of a tenant, in units of a resource of a flavor. */
  private record Entry(
      String tenant,
      ClusterQueue queue,
      FlavorQuota quota,
      Quantity reserved,
      Quantity waiting,
      long outside,
      NamespaceObservation seen) {}

  private void decide(String flavor, DividedResource resource) {
    FlavorResource key = new FlavorResource(flavor, resource.name());
    UndividedQuotas others = UndividedQuotas.of(simulation.cluster(), owned, key);
    Observation whole =
        ClusterObservation.of(
            simulation,
            others.reservedBy(policy.withResources(List.of(resource)), simulation.cluster()),
            history,
            false);
    SortedMap<String, Entry> entries = new TreeMap<>();
    List<NamespaceObservation> seen = new ArrayList<>();
    for (Tenant tenant : policy.tenants()) {
      seen.addAll(observe(tenant, key, resource, entries));
    }
    ResourceObservation of = whole.resources().get(0);
    CeilingPlan plan =
        Decider.decide(
            new Observation(
                whole.policy(),
                whole.time(),
                whole.interval(),
                false,
                List.of(
                    new ResourceObservation(
                        of.resource(),
                        of.pools(),
                        of.claimants(),
                        of.peaks(),
                        seen,
                        List.of(),
                        of.elsewhere()))),
            State.NONE);
    ResourceCeilings decided = plan.resources().get(0);
    plan.notes().forEach(n -> notes.add(n.message()));
    Map<String, Long> units = new HashMap<>(decided.byNamespace());
    entries.forEach((name, entry) -> propose(resource, entry, units.getOrDefault(name, 0L)));
    summarize(key, resource, decided);
    others.note().ifPresent(notes::add);
  }

  private void propose(DividedResource resource, Entry entry, long units) {
    Quantity kept = kept(entry.quota(), entry.reserved());
    Quantity next =
        units == entry.seen().quota()
            ? entry.quota().nominal()
            : Quantity.max(kept, resource.quantity(Math.max(0, units - entry.outside())));
    quotas.add(
        new NominalQuota(
            entry.tenant(), entry.queue(), entry.quota(), entry.reserved(), entry.waiting(), next));
  }

  /** Returns the least nominal quota. Kueue rejects one below the lending limit. */
  private static Quantity kept(FlavorQuota quota, Quantity reserved) {
    Quantity ofNominal = reserved.compareTo(quota.nominal()) < 0 ? reserved : quota.nominal();
    return Quantity.max(ofNominal, quota.lendingLimit().orElse(Quantity.ZERO));
  }

  private List<NamespaceObservation> observe(
      Tenant tenant,
      FlavorResource key,
      DividedResource resource,
      SortedMap<String, Entry> entries) {
    List<NamespaceObservation> seen = new ArrayList<>();
    long outside = outside(tenant, key, resource);
    for (ClusterQueue queue : simulation.cluster().list(ClusterQueue.class)) {
      Optional<FlavorQuota> quota =
          queue.quotas().stream().filter(q -> q.key().equals(key)).findFirst();
      if (quota.isEmpty() || !tenant.name().equals(owned.tenants().get(queue.name()))) {
        continue;
      }
      Quantity reserved = queue.reserved().getOrDefault(key, Quantity.ZERO);
      Quantity waiting = demand.waiting(queue, key);
      long kept = resource.unitsFor(kept(quota.get(), reserved));
      long wanted = resource.unitsFor(reserved.add(waiting));
      NamespaceObservation each =
          new NamespaceObservation(
              tenant.name(),
              "ClusterQueue " + queue.name(),
              resource.unitsIn(quota.get().nominal().toBigDecimal()) + outside,
              kept + outside,
              kept + outside,
              Math.max(0, wanted - kept),
              Math.max(0, wanted - kept),
              1,
              0);
      seen.add(each);
      entries.put(
          each.namespace(),
          new Entry(tenant.name(), queue, quota.get(), reserved, waiting, outside, each));
      outside = 0;
    }
    if (seen.isEmpty()) {
      seen.add(
          NamespaceObservation.of(
              tenant.name(), "tenant " + tenant.name(), NamespaceObservation.NO_QUOTA, outside, 0));
      notes.add(
          "tenant %s has no ClusterQueue of its own with %s in flavor %s: its part stays outside of ClusterQueues"
              .formatted(tenant.name(), key.resource(), key.flavor()));
    }
    return seen;
  }

  private long outside(Tenant tenant, FlavorResource key, DividedResource resource) {
    long units = resource.unitsFor(demand.outside(tenant, key));
    if (units > 0) {
      notes.add(
          "pods of tenant %s hold %s of %s in flavor %s beyond what Kueue counts; its nominal quotas leave that out"
              .formatted(tenant.name(), resource.quantity(units), key.resource(), key.flavor()));
    }
    return units;
  }

  private void summarize(FlavorResource key, DividedResource resource, ResourceCeilings decided) {
    Quantity sum = Quantity.ZERO;
    for (NominalQuota each : quotas) {
      if (each.now().key().equals(key)) {
        sum = sum.add(each.proposed());
      }
    }
    notes.add(
        "flavor %s: %s of %s is divided; the nominal quotas above come to %s"
            .formatted(
                key.flavor(),
                resource.quantity(decided.capacity().divided()),
                key.resource(),
                sum));
  }
}
