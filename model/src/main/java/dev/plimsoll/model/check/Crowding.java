package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.Container;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.ResourceRequirements;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.snapshot.AffinityTerm;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.whatif.Lazy;
import dev.plimsoll.model.whatif.PlacedCount;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.UndecidedException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Tells whether pods of a set may keep pods of another workload of the set from their nodes,
 * wherever each of them lands.
 *
 * <p>A pod takes one node, and there the slots of at most as many pods of a workload as fit into
 * what it requests, rounded up. So a workload runs in every order if the nodes or slots that it
 * finds at the start suffice for all pods of the set.
 */
final class Crowding {
  private static final String HOST = "kubernetes.io/hostname";
  private static final int MOST = 100_000;

  private final List<TriedWorkload> creators;
  private final Simulation start;
  private final Simulation freed;
  private final Lazy<Integer> lowestPriority;
  private final Map<Resources, Integer> requests = new HashMap<>();
  private final Map<Resources, Long> taken = new HashMap<>();
  private final Map<PodSpec, OptionalInt> slots = new HashMap<>();

  /**
   * Looks at some workloads.
   *
   * @param start the cluster before their pods
   * @param freed the same without the pods that roll-outs replace
   */
  Crowding(List<TriedWorkload> creators, Simulation start, Simulation freed) {
    this.start = start;
    this.freed = freed;
    this.lowestPriority =
        new Lazy<>(
            () ->
                freed.cluster().list(Pod.class).stream()
                    .mapToInt(p -> p.spec().priority().orElse(0))
                    .min()
                    .orElse(0));
    this.creators = creators.stream().filter(t -> !neverRuns(t)).toList();
    for (TriedWorkload each : this.creators) {
      each.attempts().forEach(a -> requests.merge(requestsOf(a.attempt().pod()), 1, Integer::sum));
      requests.merge(
          requestsOf(each.firstPod()), each.wanted() - each.attempts().size(), Integer::sum);
    }
  }

  /** Returns whether no pod of a workload can take a node from others. */
  private boolean neverRuns(TriedWorkload workload) {
    try {
      return workload.attempts().stream()
              .map(a -> a.attempt().scheduleResult().orElse(null))
              .allMatch(ScheduleResult.Unschedulable.class::isInstance)
          && workload.attempts().stream()
              .map(a -> a.attempt().pod().spec())
              .distinct()
              .map(workload.firstPod()::withSpec)
              .allMatch(p -> !followsOthers(p) && neverFits(p));
    } catch (UndecidedException e) {
      return false;
    }
  }

  /** Returns whether another order may change which pods of a workload run. */
  boolean mayChange(TriedWorkload workload) {
    List<TriedWorkload> others =
        creators.stream().filter(t -> !t.reference().equals(workload.reference())).toList();
    if (others.isEmpty()) {
      return false;
    }
    boolean areForNodes =
        workload.workload().workload().details() instanceof WorkloadDetails.DaemonSet;
    Map<PodSpec, Pod> kinds = new LinkedHashMap<>();
    workload.attempts().stream()
        .map(a -> a.attempt().pod())
        .forEach(p -> kinds.putIfAbsent(withoutVolumes(p).spec(), p));
    try {
      int elsewhere = areForNodes ? workload.wanted() - 1 : 0;
      return (kinds.size() > 1 && !areForNodes)
          || kinds.values().stream().anyMatch(p -> mayChange(p, elsewhere, workload, others));
    } catch (UndecidedException e) {
      return true;
    }
  }

  /** Returns whether in every order some pod of a workload that has waiting pods doesn't run. */
  boolean neverFitsAll(TriedWorkload workload) {
    Pod pod = workload.firstPod();
    boolean waits = workload.attempts().stream().anyMatch(a -> !a.isDenied() && !a.runs());
    if (!waits) {
      return false;
    }
    boolean areAlike =
        workload.attempts().stream().allMatch(a -> a.attempt().pod().spec().equals(pod.spec()));
    boolean mayEvict = lowestPriority.get() < pod.spec().priority().orElse(0);
    if (!areAlike || mayEvict || followsOthers(pod) || !start.isScheduled(pod)) {
      return false;
    }
    try {
      OptionalInt fitting =
          PlacedCount.ofAdmitted(freed, Collections.nCopies(workload.wanted(), pod));
      return fitting.isPresent() && fitting.getAsInt() < workload.wanted();
    } catch (UndecidedException e) {
      return false;
    }
  }

  /**
   * Returns whether another order may change which pods like one of a workload run.
   *
   * @param elsewhere how many pods of the workload are for other nodes
   */
  private boolean mayChange(
      Pod pod, int elsewhere, TriedWorkload workload, List<TriedWorkload> others) {
    if (!start.isScheduled(pod) || !start.unreadForPlacing(pod).isEmpty()) {
      return false; // That it isn't known is said anyway.
    }
    boolean isUntouched = new PodApart(start, pod, others).isApart() && isAmple(pod);
    return !isUntouched
        && (followsOthers(pod)
            || others.stream().anyMatch(o -> repels(o.firstPod(), pod, false))
            || !(hasSlots(pod, elsewhere, others)
                || hasNodes(pod, workload.wanted() - elsewhere, others)
                || neverFits(pod)));
  }

  /** Returns whether more than free nodes decides: other pods, volumes, devices or a gang. */
  private static boolean followsOthers(Pod pod) {
    PodSpec spec = pod.spec();
    return !spec.affinity().requiredPods().isEmpty()
        || !spec.volumes().isEmpty()
        || !spec.disks().isEmpty()
        || !spec.resourceClaims().isEmpty()
        || spec.schedulingGroup().isPresent()
        || spec.topologySpreadConstraints().stream()
            .anyMatch(c -> c.whenUnsatisfiable().equals("DoNotSchedule"));
  }

  /**
   * Returns whether each node that takes the pod has enough for all pods of the set together. Then
   * no node fills up, whichever pods come first. Volumes only make fewer nodes possible.
   */
  private boolean isAmple(Pod pod) {
    Pod bare = withoutVolumes(pod);
    boolean hasPorts =
        pod.spec().containers().stream()
            .flatMap(c -> c.ports().stream())
            .anyMatch(p -> p.hostPort() != 0);
    if (hasPorts
        || start != freed
        || !(start.scheduleResultOf(bare) instanceof ScheduleResult.Feasible one)) {
      return false;
    }
    int count = requests.values().stream().mapToInt(Integer::intValue).sum();
    return start.scheduleResultOf(withRequestsOfAll(bare)) instanceof ScheduleResult.Feasible all
        && all.nodes().size() == one.nodes().size()
        && start.snapshot().nodes(one.nodes()).stream()
            .allMatch(n -> n.allowedPods() - n.pods().size() >= count);
  }

  private static Pod withoutVolumes(Pod pod) {
    return pod.withSpec(pod.spec().with().volumes(List.of()).build());
  }

  /** Returns the pod with the requests of all pods, of the resources that it requests. */
  private Pod withRequestsOfAll(Pod pod) {
    Resources sum = requestsOf(pod);
    for (ResourceName name : sum.names()) {
      Quantity all =
          requests.entrySet().stream()
              .map(e -> e.getKey().getOrZero(name).multiply(e.getValue()))
              .reduce(Quantity.ZERO, Quantity::add);
      sum = sum.with(name, all);
    }
    List<Container> containers = new ArrayList<>(pod.spec().containers());
    containers.replaceAll(c -> c.withResources(ResourceRequirements.NONE));
    ResourceRequirements total = ResourceRequirements.of(sum, Resources.EMPTY);
    containers.set(0, containers.get(0).withResources(total));
    return pod.withSpec(
        pod.spec().with().containers(containers).resources(Optional.empty()).build());
  }

  /** Returns whether the pod finds no node before the others come, not even by eviction. */
  private boolean neverFits(Pod pod) {
    return freed.scheduleResultOf(pod) instanceof ScheduleResult.Unschedulable;
  }

  private boolean hasSlots(Pod pod, int elsewhere, List<TriedWorkload> others) {
    long needed = taken.computeIfAbsent(requestsOf(pod), this::taken) - elsewhere;
    if (needed > MOST
        || start.looksBeyondNode(pod)
        || others.stream().anyMatch(o -> repels(o.firstPod(), pod, true))) {
      return false;
    }
    OptionalInt found =
        slots.computeIfAbsent(
            pod.spec(), s -> PlacedCount.ofAdmitted(start, Collections.nCopies((int) needed, pod)));
    return found.isPresent() && found.getAsInt() >= needed;
  }

  /** Returns how many slots of pods with such requests all pods of the set can take. */
  private long taken(Resources own) {
    return requests.entrySet().stream().mapToLong(e -> e.getValue() * slots(e.getKey(), own)).sum();
  }

  private static long slots(Resources theirs, Resources own) {
    long slots = 1;
    for (ResourceName name : own.names()) {
      BigDecimal amount = own.getOrZero(name).toBigDecimal();
      if (amount.signum() > 0) {
        BigDecimal all = theirs.getOrZero(name).toBigDecimal();
        slots = Math.max(slots, all.divide(amount, 0, RoundingMode.CEILING).longValue());
      }
    }
    return slots;
  }

  private static Resources requestsOf(Pod pod) {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED);
  }

  private boolean hasNodes(Pod pod, int count, List<TriedWorkload> others) {
    boolean isApartByHost =
        pod.spec().affinity().requiredAntiPods().stream()
            .allMatch(t -> t.topologyKey().equals(HOST));
    if (!isApartByHost
        || !(start.scheduleResultOf(pod) instanceof ScheduleResult.Feasible feasible)) {
      return false;
    }
    long hosts =
        start.snapshot().nodes(feasible.nodes()).stream()
            .map(n -> n.node().metadata().labels().getOrDefault(HOST, n.name()))
            .distinct()
            .count();
    return hosts >= count + others.stream().mapToLong(TriedWorkload::wanted).sum();
  }

  /**
   * Returns whether a pod keeps the other from a whole topology domain.
   *
   * @param orHost whether a node counts as a domain
   */
  private boolean repels(Pod other, Pod pod, boolean orHost) {
    return AffinityTerm.of(other, other.spec().affinity().requiredAntiPods()).stream()
        .filter(t -> orHost || !t.topologyKey().equals(HOST))
        .anyMatch(t -> t.matches(pod, start.snapshot().namespaceLabels(pod.namespace())));
  }
}
