package dev.plimsoll.model.gap;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.LimitRange;
import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PodStatus;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.object.Workload;
import dev.plimsoll.model.pod.PodDefaults;
import dev.plimsoll.model.pod.PodResources;
import dev.plimsoll.model.pod.PodResourcesOptions;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.quota.ResourceQuotaController;
import dev.plimsoll.model.whatif.Lazy;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.model.whatif.SimulationRun;
import dev.plimsoll.model.workload.PodTemplateOwner;
import dev.plimsoll.model.workload.WorkloadPods;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** What the detectors look at, gathered once: a whole cluster or the part in one namespace. */
final class DetectionContext {
  private final Simulation simulation;
  private final String namespace;
  private final Optional<WorkloadPods> subject;
  private final Collection<WorkloadPods> groups;
  private final Supplier<NodeTotals> totals;
  private final Supplier<Map<PodTemplateOwner, SimulationRun>> runs;
  private final Supplier<List<UnschedulablePods>> unschedulablePods;
  private final Supplier<List<WorkloadDenials.WorkloadDenial>> denials;

  /** What nodes have together. */
  private record NodeTotals(Set<ResourceName> scarce, Resources all, Resources schedulable) {
    static NodeTotals of(Cluster cluster) {
      Set<ResourceName> scarce = new TreeSet<>();
      Resources all = Resources.EMPTY;
      Resources open = Resources.EMPTY;
      for (Node node : cluster.nodes()) {
        all = all.add(node.allocatable());
        if (takesPods(node)) {
          open = open.add(node.allocatable());
        }
        for (ResourceName name : node.allocatable().names()) {
          if (name.isExtended() && node.allocatable().getOrZero(name).signum() > 0) {
            scarce.add(name);
          }
        }
      }
      return new NodeTotals(scarce, all, open);
    }
  }

  /**
   * Makes the scene.
   *
   * @param namespace the namespace to look at, empty for all
   */
  DetectionContext(Simulation simulation, String namespace) {
    this(simulation, namespace, Optional.empty());
  }

  /** Makes the scene of one workload, among the others of its namespace. */
  DetectionContext(Simulation simulation, WorkloadPods only) {
    this(simulation, only.root().namespace(), Optional.of(only));
  }

  private DetectionContext(Simulation simulation, String namespace, Optional<WorkloadPods> only) {
    this.simulation = simulation;
    this.subject = only;
    this.namespace = namespace;
    this.groups =
        namespace.isEmpty()
            ? simulation.workloads().list()
            : simulation.workloads().list(namespace);
    this.totals = new Lazy<>(() -> NodeTotals.of(simulation.cluster()));
    this.runs = new Lazy<>(this::createdPods);
    this.unschedulablePods = new Lazy<>(() -> UnschedulablePods.of(this));
    this.denials = new Lazy<>(() -> WorkloadDenials.of(this));
  }

  /** Returns whether the node is ready and not cordoned. */
  static boolean takesPods(Node node) {
    return !node.unschedulable() && node.isReady();
  }

  Simulation simulation() {
    return simulation;
  }

  Cluster cluster() {
    return simulation.cluster();
  }

  /** Returns the workloads that are looked at. */
  Collection<WorkloadPods> groups() {
    return groups;
  }

  /** Returns whether it is asked what becomes of the workload; else it is there for others. */
  boolean isSubject(WorkloadPods group) {
    return subject.isEmpty() || subject.get().root().equals(group.root());
  }

  /** Returns the quotas that are looked at. */
  Collection<ResourceQuota> quotas() {
    return namespace.isEmpty()
        ? cluster().list(ResourceQuota.class)
        : cluster().list(ResourceQuota.class, namespace);
  }

  /** Returns the limit ranges that are looked at. */
  Collection<LimitRange> limitRanges() {
    return namespace.isEmpty()
        ? cluster().list(LimitRange.class)
        : cluster().list(LimitRange.class, namespace);
  }

  /** Returns the pods that find no node; found on first use. */
  List<UnschedulablePods> unschedulablePods() {
    return unschedulablePods.get();
  }

  /** Returns the makers whose pods are refused; found on first use. */
  List<WorkloadDenials.WorkloadDenial> denials() {
    return denials.get();
  }

  /** Returns what becomes of the pods that a maker misses; nothing if it misses none. */
  Optional<SimulationRun> runOf(PodTemplateOwner maker) {
    return Optional.ofNullable(runs.get().get(maker));
  }

  private Map<PodTemplateOwner, SimulationRun> createdPods() {
    Map<PodTemplateOwner, SimulationRun> tried =
        Collections.synchronizedMap(new IdentityHashMap<>());
    groups.parallelStream()
        .flatMap(g -> g.templateOwners().stream())
        .filter(m -> m.missing() > 0)
        .forEach(m -> tried.put(m, SimulationRun.create(simulation, m.missingPods())));
    return tried;
  }

  /** Returns the extended resources that nodes have. */
  Set<ResourceName> scarce() {
    return totals.get().scarce();
  }

  /** Returns what all nodes have together. */
  Resources allocatable() {
    return totals.get().all();
  }

  /** Returns what the nodes that take pods have together. */
  Resources schedulable() {
    return totals.get().schedulable();
  }

  /** Returns what the node has left, as the scheduler counts it. */
  Resources free(Node node) {
    return simulation.free(node);
  }

  /** Returns what a pod requests, as the scheduler counts it. */
  static Resources requests(Pod pod) {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING);
  }

  /** Returns what a placed pod holds, as the scheduler counts it. */
  static Resources placedRequests(Pod pod) {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED);
  }

  /** Returns what a pod is charged in a quota of its namespace; nothing if it doesn't match. */
  Resources charge(Pod pod, String quota) {
    return cluster()
        .find(ResourceQuota.class, pod.namespace(), quota)
        .map(q -> ResourceQuotaController.charge(cluster(), q, pod))
        .orElse(Resources.EMPTY);
  }

  /** Returns a pod as the template has it, with nothing filled in but the API's defaults. */
  static Pod podOf(Workload workload, Workload.PodTemplate template) {
    ObjectMeta meta = ObjectMeta.builder().namespace(workload.namespace()).build();
    return PodDefaults.apply(new Pod(meta, template.spec(), PodStatus.PENDING));
  }
}
