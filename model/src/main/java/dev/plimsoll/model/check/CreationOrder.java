package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.QuotaAccount;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Simulation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the workloads of a set whose pods may end otherwise if controllers create the pods of the
 * set in another order.
 *
 * <p>Each controller creates its pods one after the other; which controller comes first is open.
 * Bare pods come in the order of their manifests, because one client submits them. A small set is
 * played in every order ({@link EveryOrder}). Of a large set, bounds show what holds in every
 * order:
 *
 * <ul>
 *   <li>If a quota has enough for all pods of the set, every pod is admitted in every order. If it
 *       has too little for one pod alone, the pod is denied in every order.
 *   <li>If a pod finds a node even when the others have taken as much as they can, it runs in every
 *       order ({@link Crowding}). If it finds none before the others come, it waits in every order.
 * </ul>
 *
 * <p>Where no pod may be denied or wait, old pods of roll-outs count as staying; else as gone.
 */
final class CreationOrder {
  private record Key(String namespace, String quota, ResourceName resource) {}

  /** The amounts of a quota's key that workloads request: at least for each pod, and for all. */
  private static final class Demand {
    private final Map<ObjectReference, Quantity> ofEach = new HashMap<>();
    private final Map<ObjectReference, Quantity> ofAll = new HashMap<>();
  }

  private final List<TriedWorkload> creators;
  private final Simulation start;
  private final Simulation freed;
  private final Map<Key, Demand> demands;
  private final Set<ObjectReference> never = new HashSet<>();
  private final List<TriedWorkload> others;
  private final Crowding crowding;

  private CreationOrder(List<TriedWorkload> creators, Simulation start) {
    this.creators = creators;
    this.start = start;
    this.freed = freed(creators, start);
    this.demands = demands();
    creators.stream().filter(this::isDeniedAlone).forEach(t -> never.add(t.reference()));
    this.others = creators.stream().filter(t -> !isNever(t)).toList();
    this.crowding = new Crowding(others, start, freed);
  }

  /**
   * Finds such workloads.
   *
   * @param tried what became of each workload in the order of the set
   * @param start the cluster with the objects of the set, before their pods
   * @param holds which pods are held
   */
  static OpenWorkloads of(List<TriedWorkload> tried, Simulation start, PodHolds holds) {
    List<TriedWorkload> creators = tried.stream().filter(t -> !t.attempts().isEmpty()).toList();
    boolean isOneSequence =
        creators.size() < 2
            || creators.stream().allMatch(t -> t.workload().checked().object() instanceof Pod);
    if (isOneSequence) {
      return OpenWorkloads.NONE;
    }
    CreationOrder order = new CreationOrder(creators, start);
    Set<ObjectReference> open = order.open(holds.countPassed());
    if (open.isEmpty()) {
      return OpenWorkloads.NONE;
    }
    Optional<OpenWorkloads> played =
        holds.countPassed() ? Optional.empty() : EveryOrder.of(creators, start, holds);
    return played.orElseGet(
        () ->
            new OpenWorkloads(
                open,
                noneLeaves(creators),
                order.others.stream().anyMatch(order.crowding::neverFitsAll)));
  }

  /** Returns the cluster without the pods that roll-outs replace. */
  private static Simulation freed(List<TriedWorkload> creators, Simulation start) {
    Simulation freed = start;
    for (TriedWorkload each : creators) {
      if (each.workload().rollout().isPresent()) {
        freed =
            freed
                .without(each.workload().rollout().get().old())
                .withResync(each.workload().workload().namespace());
      }
    }
    return freed;
  }

  /**
   * Returns whether no pod leaves or keeps others from being created. Then pods that all have
   * enough quota in one order have it in each, so that one denial shows another in every order.
   */
  private static boolean noneLeaves(List<TriedWorkload> creators) {
    return creators.stream()
        .allMatch(
            t ->
                t.workload().rollout().isEmpty()
                    && (t.wanted() == 1 || !t.isOrdered())
                    && t.attempts().stream().allMatch(a -> a.victims().isEmpty()));
  }

  private Set<ObjectReference> open(boolean mayHold) {
    Set<ObjectReference> open = new HashSet<>();
    for (TriedWorkload each : others) {
      if (isContested(each) || crowding.mayChange(each)) {
        open.add(each.reference());
      }
    }
    boolean anyHeld =
        creators.stream().flatMap(t -> t.attempts().stream()).anyMatch(a -> a.hold().isPresent());
    boolean areAllOpen = mayHold && (anyHeld || !open.isEmpty());
    Set<ObjectReference> evicted = new HashSet<>();
    for (TriedWorkload each : others) {
      if (areAllOpen
          || others.stream().anyMatch(o -> open.contains(o.reference()) && mayEvict(o, each))) {
        evicted.add(each.reference());
      }
    }
    open.addAll(evicted);
    return open;
  }

  private static boolean mayEvict(TriedWorkload open, TriedWorkload other) {
    Pod pod = open.firstPod();
    return !pod.spec().preemptionPolicy().equals("Never")
        && pod.spec().priority().orElse(0) > other.firstPod().spec().priority().orElse(0);
  }

  private boolean isNever(TriedWorkload workload) {
    return never.contains(workload.reference());
  }

  private Map<Key, Demand> demands() {
    Map<Key, Demand> demands = new HashMap<>();
    for (TriedWorkload each : creators) {
      List<AdmissionReport> reports =
          each.attempts().stream().flatMap(a -> a.attempt().admission().stream()).toList();
      Map<Key, List<Quantity>> amounts = new HashMap<>();
      for (QuotaAccount account :
          reports.stream().flatMap(r -> r.quotaAccounts().stream()).toList()) {
        for (ResourceName resource : account.requested().names()) {
          amounts
              .computeIfAbsent(
                  new Key(each.firstPod().namespace(), account.quota(), resource),
                  k -> new ArrayList<>())
              .add(account.requested().getOrZero(resource));
        }
      }
      amounts.forEach(
          (key, ofPods) -> {
            Demand demand = demands.computeIfAbsent(key, k -> new Demand());
            Quantity untried = Collections.max(ofPods).multiply(each.wanted() - ofPods.size());
            Quantity tried = ofPods.stream().reduce(Quantity.ZERO, Quantity::add);
            demand.ofAll.put(each.reference(), tried.add(untried));
            if (ofPods.size() == reports.size()) {
              demand.ofEach.put(each.reference(), Collections.min(ofPods));
            }
          });
    }
    return demands;
  }

  /** Returns whether an amount of a key is too much beside what is used of it. */
  private static boolean exceeds(Simulation simulation, Key key, Quantity more) {
    return simulation
        .cluster()
        .find(ResourceQuota.class, key.namespace(), key.quota())
        .map(ResourceQuota::status)
        .filter(
            s ->
                s.used()
                        .getOrZero(key.resource())
                        .add(more)
                        .compareTo(s.hard().getOrZero(key.resource()))
                    > 0)
        .isPresent();
  }

  /** Returns whether all pods are denied, even if the other workloads have no pods. */
  private boolean isDeniedAlone(TriedWorkload workload) {
    if (!workload.attempts().stream().allMatch(PodAttempt::isDenied)) {
      return false;
    }
    return !isExceeded(workload)
        || demands.entrySet().stream()
            .anyMatch(
                e ->
                    Optional.ofNullable(e.getValue().ofEach.get(workload.reference()))
                        .filter(q -> exceeds(freed, e.getKey(), q))
                        .isPresent());
  }

  private static boolean isExceeded(TriedWorkload workload) {
    return workload.attempts().stream()
        .flatMap(a -> a.attempt().admission().stream())
        .anyMatch(r -> r.quotaDenial().orElse(null) instanceof QuotaDenial.Exceeded);
  }

  /** Returns whether a quota that the workload needs may be used up by another first. */
  private boolean isContested(TriedWorkload workload) {
    String namespace = workload.firstPod().namespace();
    List<TriedWorkload> rivals =
        creators.stream()
            .filter(t -> !isNever(t))
            .filter(t -> hasWiderQuotas() || t.firstPod().namespace().equals(namespace))
            .toList();
    boolean isSettled =
        rivals.stream()
            .allMatch(
                t ->
                    t.workload().rollout().isEmpty()
                        && t.wanted() == t.attempts().size()
                        && t.attempts().stream().noneMatch(PodAttempt::isDenied));
    if (isSettled || rivals.size() < 2) {
      return false;
    }
    return hasWiderQuotas()
        || chargesBeforePods(namespace)
        || demands.entrySet().stream()
            .anyMatch(e -> isContested(workload, e.getKey(), e.getValue()));
  }

  private boolean isContested(TriedWorkload workload, Key key, Demand demand) {
    List<Quantity> ofRivals =
        demand.ofAll.entrySet().stream()
            .filter(e -> !never.contains(e.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    return demand.ofAll.containsKey(workload.reference())
        && ofRivals.size() > 1
        && exceeds(start, key, ofRivals.stream().reduce(Quantity.ZERO, Quantity::add));
  }

  /** Returns whether there are quotas over several namespaces, whose usage isn't added up here. */
  private boolean hasWiderQuotas() {
    return !start.cluster().list(ClusterResourceQuota.class).isEmpty()
        || !start.cluster().list(LedgerSummary.class).isEmpty();
  }

  /** Returns whether a quota counts what is created before a pod: its creator and its claims. */
  private boolean chargesBeforePods(String namespace) {
    return start.cluster().list(ResourceQuota.class, namespace).stream()
        .flatMap(q -> q.status().hard().names().stream())
        .map(ResourceName::name)
        .anyMatch(
            n ->
                n.contains("claim")
                    || n.contains("deviceclass")
                    || n.endsWith("requests.storage")
                    || n.equals("count/replicasets.apps")
                    || n.equals("count/jobs.batch"));
  }
}
