package dev.plimsoll.model.gap;

import dev.plimsoll.kubernetes.capacity.NodeCapacity;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.pod.PodDefaults;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.model.gap.cost.WaitingEvents;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.whatif.Lazy;
import dev.plimsoll.model.whatif.Simulation;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/** The input of the detectors, computed once: a whole cluster, or the part in one namespace. */
public final class DetectionContext {
  private final Simulation simulation;
  private final String namespace;
  private final Optional<WorkloadPods> subject;
  private final Collection<WorkloadPods> workloads;
  private final Examination examination;
  private final PodHolds holds;
  private final Supplier<NodeTotals> totals;
  private final ConcurrentMap<String, Resources> headrooms = new ConcurrentHashMap<>();
  private final SharedResults shared = new SharedResults();
  private final Supplier<Map<PodTemplateOwner, CreatedPods>> createdPods;
  private final Supplier<List<PendingPods>> pendingPods;
  private final Supplier<List<UnschedulablePods>> unschedulablePods;
  private final Supplier<WorkloadDenials> denials;
  private final Supplier<WaitingEvents> waitingEvents;
  private final Supplier<NamespaceRequests> requested;

  /** Makes the context of a whole cluster or, if its name isn't empty, of a namespace. */
  public DetectionContext(Simulation simulation, String namespace) {
    this(simulation, namespace, PodHolds.NONE);
  }

  /**
   * Makes the context of a whole cluster or of a namespace.
   *
   * @param namespace the namespace to look at, empty for all
   * @param holds which pods are held at placement
   */
  public DetectionContext(Simulation simulation, String namespace, PodHolds holds) {
    this(simulation, namespace, Optional.empty(), holds);
  }

  /** Makes the context of one workload, among the others of its namespace. */
  public DetectionContext(Simulation simulation, WorkloadPods only, PodHolds holds) {
    this(simulation, only.root().namespace(), Optional.of(only), holds);
  }

  private DetectionContext(
      Simulation simulation, String namespace, Optional<WorkloadPods> only, PodHolds holds) {
    this(
        simulation,
        namespace,
        only,
        namespace.isEmpty()
            ? simulation.workloads().list()
            : simulation.workloads().list(namespace),
        new Examination(),
        holds);
  }

  private DetectionContext(
      Simulation simulation,
      String namespace,
      Optional<WorkloadPods> only,
      Collection<WorkloadPods> workloads,
      Examination examination,
      PodHolds holds) {
    this.examination = examination;
    this.holds = holds;
    this.simulation = simulation;
    this.subject = only;
    this.namespace = namespace;
    this.workloads = workloads;
    this.totals = new Lazy<>(() -> NodeTotals.of(simulation.cluster()));
    this.createdPods = new Lazy<>(this::createPods);
    this.pendingPods = new Lazy<>(() -> PendingPods.of(this));
    this.unschedulablePods = new Lazy<>(() -> UnschedulablePods.of(this));
    this.denials = new Lazy<>(() -> new WorkloadDenials(WorkloadDenial.of(this)));
    this.requested = new Lazy<>(() -> NamespaceRequests.of(simulation.cluster().list(Pod.class)));
    this.waitingEvents = new Lazy<>(() -> WaitingEvents.of(simulation.cluster(), namespace));
  }

  /** Returns the context of the same workloads in a simulation with something changed. */
  public DetectionContext on(Simulation changed) {
    return new DetectionContext(changed, namespace, subject, workloads, examination, holds);
  }

  /** Returns which pods are held at placement. */
  public PodHolds holds() {
    return holds;
  }

  /** Returns the cluster as it is, to try changes on. */
  public Simulation simulation() {
    return simulation;
  }

  /** Returns the examination that applies the rules and isolates failures of single objects. */
  public Examination examination() {
    return examination;
  }

  /** Returns the results that alike pods share. */
  public SharedResults shared() {
    return shared;
  }

  /** Returns the cluster. */
  public Cluster cluster() {
    return simulation.cluster();
  }

  /** Returns the workloads that are looked at. */
  public Collection<WorkloadPods> workloads() {
    return workloads;
  }

  /** Returns the outermost owner of a workload, if it is in the snapshot. */
  public Optional<Workload> root(WorkloadPods workload) {
    return simulation.workloads().find(workload.root());
  }

  /**
   * Returns whether gaps of the workload are looked for; if not, it only explains those of others.
   */
  public boolean isSubject(WorkloadPods workload) {
    return subject.isEmpty() || subject.get().root().equals(workload.root());
  }

  /** Returns the quotas that are looked at. */
  public Collection<ResourceQuota> quotas() {
    return namespace.isEmpty()
        ? cluster().list(ResourceQuota.class)
        : cluster().list(ResourceQuota.class, namespace);
  }

  /** Returns the limit ranges that are looked at. */
  public Collection<LimitRange> limitRanges() {
    return namespace.isEmpty()
        ? cluster().list(LimitRange.class)
        : cluster().list(LimitRange.class, namespace);
  }

  /** Returns the namespace that is looked at, empty for all. */
  public String namespace() {
    return namespace;
  }

  /** Returns the unread objects of these resources, in the examined namespace or cluster. */
  public Unread unread(Collection<GroupResource> resources) {
    return Unread.of(
        cluster(),
        resources.stream()
            .map(r -> namespace.isEmpty() ? Requirement.all(r) : Requirement.in(namespace, r))
            .toList());
  }

  /** Returns that nodes are missing, if they are. */
  public Unread unreadNodes() {
    return Unread.of(cluster(), List.of(Requirement.all(Node.RESOURCE)));
  }

  /** Returns whether all of it was read. */
  public boolean knows(List<Requirement> requirements) {
    return requirements.stream().allMatch(r -> r.isMet(cluster()));
  }

  /** Returns the unread objects that decide on admission of the pods that owners lack. */
  public Unread unreadForAdmission() {
    return createdPods.get().values().stream()
        .map(CreatedPods::unread)
        .distinct()
        .reduce(Unread.NOTHING, Unread::and);
  }

  /** Returns the unread objects that decide on the placement of pods without a node. */
  public Unread unreadForPlacing() {
    return pendingPods().stream()
        .map(PendingPods::result)
        .filter(ScheduleResult.Unknown.class::isInstance)
        .map(r -> ((ScheduleResult.Unknown) r).unread())
        .distinct()
        .reduce(Unread.NOTHING, Unread::and);
  }

  /** Returns the pods without a node; found on first use. */
  public List<PendingPods> pendingPods() {
    return pendingPods.get();
  }

  /** Returns the pods that find no node; found on first use. */
  public List<UnschedulablePods> unschedulablePods() {
    return unschedulablePods.get();
  }

  /** Returns the workloads whose pods are denied; found on first use. */
  public List<WorkloadDenial> denials() {
    return denials.get().all();
  }

  /** Returns the denials of one namespace's workloads, in the same order. */
  public List<WorkloadDenial> denialsIn(String namespace) {
    return denials.get().in(namespace);
  }

  /** Returns the denials of one workload's pods, in the same order. */
  public List<WorkloadDenial> denialsOf(WorkloadPods workload) {
    return denials.get().of(workload.root());
  }

  /** Returns the events that tell since when something waits; read on first use. */
  public WaitingEvents waitingEvents() {
    return waitingEvents.get();
  }

  /**
   * Returns the simulated creation of the pods that an owner lacks; empty if the owner lacks none
   * that Plimsoll knows of.
   */
  public Optional<CreatedPods> createdPodsOf(PodTemplateOwner owner) {
    return Optional.ofNullable(createdPods.get().get(owner));
  }

  private Map<PodTemplateOwner, CreatedPods> createPods() {
    Map<PodTemplateOwner, CreatedPods> tried = Collections.synchronizedMap(new IdentityHashMap<>());
    examination
        .each(workloads, WorkloadPods::root, this::createPods)
        .forEach(created -> tried.put(created.getKey(), created.getValue()));
    return tried;
  }

  private List<Map.Entry<PodTemplateOwner, CreatedPods>> createPods(WorkloadPods workload) {
    return workload.templateOwners().stream()
        .filter(o -> o.missing() > 0 && knows(o.requirements()))
        .map(o -> Map.entry(o, CreatedPods.of(simulation, o)))
        .toList();
  }

  /** Returns the totals of all nodes; added up on first use. */
  public NodeTotals totals() {
    return totals.get();
  }

  /** Returns the headroom of a node as {@link NodeCapacity} has it; counted on first use. */
  public Resources headroom(Node node) {
    Resources known = headrooms.get(node.name());
    return known != null
        ? known
        : headrooms.computeIfAbsent(node.name(), n -> NodeCapacity.of(cluster(), node).headroom());
  }

  /** Returns the requests of a pod, as the scheduler counts them. */
  public static Resources requests(Pod pod) {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING);
  }

  /** Returns the requests of a placed pod, as the scheduler counts them. */
  public static Resources placedRequests(Pod pod) {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_PLACED);
  }

  /** Returns how much pods of one namespace are charged under a key of one of its quotas. */
  public Quantity charge(List<Pod> pods, String quota, ResourceName key) {
    Quantity charge = Quantity.ZERO;
    for (Pod pod : pods) {
      charge =
          charge.add(
              cluster()
                  .find(ResourceQuota.class, pod.namespace(), quota)
                  .map(q -> ResourceQuotaController.charge(cluster(), q, pod))
                  .orElse(Resources.EMPTY)
                  .getOrZero(key));
    }
    return charge;
  }

  /**
   * Returns how much of a resource each namespace's pods request, ended ones left out. Counted on
   * first use.
   */
  public Map<String, Quantity> requestsByNamespace(ResourceName resource) {
    return requested.get().of(resource);
  }

  /** Returns the same of the namespaces that are looked at. */
  public Map<String, Quantity> requestsInScope(ResourceName resource) {
    return namespace.isEmpty()
        ? requestsByNamespace(resource)
        : NamespaceRequests.of(cluster().list(Pod.class, namespace)).of(resource);
  }

  /** Returns a pod as the template has it, with nothing filled in but the API's defaults. */
  public static Pod podOf(Workload workload, Workload.PodTemplate template) {
    ObjectMeta meta = ObjectMeta.builder().namespace(workload.namespace()).build();
    return PodDefaults.apply(new Pod(meta, template.spec(), PodStatus.PENDING));
  }
}
