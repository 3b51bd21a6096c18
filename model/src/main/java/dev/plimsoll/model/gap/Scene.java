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
import dev.plimsoll.model.quota.QuotaController;
import dev.plimsoll.model.whatif.Once;
import dev.plimsoll.model.whatif.Trial;
import dev.plimsoll.model.whatif.World;
import dev.plimsoll.model.workload.PodGroup;
import dev.plimsoll.model.workload.PodMaker;
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
final class Scene {
  private final World world;
  private final String namespace;
  private final Optional<PodGroup> only;
  private final Collection<PodGroup> groups;
  private final Supplier<NodeTotals> totals;
  private final Supplier<Map<PodMaker, Trial>> trials;
  private final Supplier<List<Waiting>> waiting;
  private final Supplier<List<Refusals.Refused>> refusals;

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
  Scene(World world, String namespace) {
    this(world, namespace, Optional.empty());
  }

  /** Makes the scene of one workload, among the others of its namespace. */
  Scene(World world, PodGroup only) {
    this(world, only.root().namespace(), Optional.of(only));
  }

  private Scene(World world, String namespace, Optional<PodGroup> only) {
    this.world = world;
    this.only = only;
    this.namespace = namespace;
    this.groups =
        namespace.isEmpty() ? world.workloads().groups() : world.workloads().groups(namespace);
    this.totals = new Once<>(() -> NodeTotals.of(world.cluster()));
    this.trials = new Once<>(this::tried);
    this.waiting = new Once<>(() -> Waiting.of(this));
    this.refusals = new Once<>(() -> Refusals.of(this));
  }

  /** Returns whether the node is ready and not cordoned. */
  static boolean takesPods(Node node) {
    return !node.unschedulable() && node.isReady();
  }

  World world() {
    return world;
  }

  Cluster cluster() {
    return world.cluster();
  }

  /** Returns the workloads that are looked at. */
  Collection<PodGroup> groups() {
    return groups;
  }

  /** Returns whether it is asked what becomes of the workload; else it is there for others. */
  boolean asksFor(PodGroup group) {
    return only.isEmpty() || only.get().root().equals(group.root());
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
  List<Waiting> waiting() {
    return waiting.get();
  }

  /** Returns the makers whose pods are refused; found on first use. */
  List<Refusals.Refused> refusals() {
    return refusals.get();
  }

  /** Returns what becomes of the pods that a maker misses; nothing if it misses none. */
  Optional<Trial> trialOf(PodMaker maker) {
    return Optional.ofNullable(trials.get().get(maker));
  }

  private Map<PodMaker, Trial> tried() {
    Map<PodMaker, Trial> tried = Collections.synchronizedMap(new IdentityHashMap<>());
    groups.parallelStream()
        .flatMap(g -> g.makers().stream())
        .filter(m -> m.missing() > 0)
        .forEach(m -> tried.put(m, Trial.create(world, m.missingPods())));
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
    return world.free(node);
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
        .map(q -> QuotaController.charge(cluster(), q, pod))
        .orElse(Resources.EMPTY);
  }

  /** Returns a pod as the template has it, with nothing filled in but the API's defaults. */
  static Pod podOf(Workload workload, Workload.PodTemplate template) {
    ObjectMeta meta = ObjectMeta.builder().namespace(workload.namespace()).build();
    return PodDefaults.apply(new Pod(meta, template.spec(), PodStatus.PENDING));
  }
}
