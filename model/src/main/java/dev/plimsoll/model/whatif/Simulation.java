package dev.plimsoll.model.whatif;

import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Toleration;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.placement.framework.ScheduleResult;
import dev.plimsoll.kubernetes.placement.framework.Scheduler;
import dev.plimsoll.kubernetes.placement.framework.SchedulerProfiles;
import dev.plimsoll.kubernetes.placement.plugins.VolumeBinding;
import dev.plimsoll.kubernetes.placement.snapshot.RuleCache;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.quota.ResourceQuotaController;
import dev.plimsoll.kubernetes.recorded.Contradiction;
import dev.plimsoll.kubernetes.recorded.LastChange;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/**
 * A cluster with what decides on it: the API server's admission chain and kube-scheduler's
 * plug-ins. Each step returns another simulation, which shares the unchanged parts.
 */
public final class Simulation {
  /** Enough for the changes that remedies of alike gaps try in turn. */
  private static final int MOST_REMEMBERED = 32;

  private final Cluster cluster;
  private final AdmissionChain chain;
  private final SchedulerProfiles scheduler;
  private final LazySnapshot snapshot;
  private final LazyWorkloads workloads;
  private final Optional<Attempt> lastUnschedulable;
  private final boolean asRead;
  private final Lazy<Optional<LastChange>> capacityChange;
  private final RuleCache<Simulation> changed = new RuleCache<>(MOST_REMEMBERED);

  private Simulation changed(Cluster changed, LazySnapshot with) {
    return new Simulation(
        changed, chain, scheduler, with, workloads.in(changed), Optional.empty(), false);
  }

  /**
   * Makes a simulation.
   *
   * @param workloads the pods under their owners, which needn't be gathered again where only quotas
   *     have changed
   * @param unplaced a pod that found no node on this very snapshot, if one is known
   */
  private Simulation(
      Cluster cluster,
      AdmissionChain chain,
      SchedulerProfiles scheduler,
      LazySnapshot snapshot,
      LazyWorkloads workloads,
      Optional<Attempt> unplaced,
      boolean asRead) {
    this.cluster = cluster;
    this.chain = chain;
    this.scheduler = scheduler;
    this.snapshot = snapshot;
    this.workloads = workloads;
    this.lastUnschedulable = unplaced;
    this.asRead = asRead;
    this.capacityChange = new Lazy<>(() -> LastChange.ofCapacity(cluster));
  }

  /** Returns the simulation of a cluster whose kube-scheduler is as it comes. */
  public static Simulation of(Cluster cluster, AdmissionChain chain, Scheduler scheduler) {
    return of(cluster, chain, SchedulerProfiles.standard(scheduler));
  }

  /** Returns the simulation of a cluster. */
  public static Simulation of(Cluster cluster, AdmissionChain chain, SchedulerProfiles scheduler) {
    return new Simulation(
        cluster,
        chain.of(cluster),
        scheduler,
        LazySnapshot.of(() -> Snapshot.of(cluster)),
        LazyWorkloads.of(cluster),
        Optional.empty(),
        true);
  }

  /**
   * A simulation after a pod was created or scheduled.
   *
   * @param attempt what became of the pod
   * @param after the simulation with it
   */
  public record Step(Attempt attempt, Simulation after) {}

  /** Returns the cluster. */
  public Cluster cluster() {
    return cluster;
  }

  /**
   * Returns whether this is the cluster as it was read. What it recorded says nothing of a cluster
   * that was changed.
   */
  public boolean isAsRead() {
    return asRead;
  }

  /** Returns the scheduler's record of a pod without a node, if there is any. */
  public Optional<Contradiction> recordedPlacement(Pod pod) {
    return Contradiction.ofPlacement(cluster, pod, capacityChange);
  }

  /** Returns the tolerations that a new pod may get of a plug-in that may not run. */
  public List<Toleration> uncertainTolerations(Pod pod) {
    return chain.uncertainTolerations(pod);
  }

  /** Returns the nodes as the scheduler sees them; made on first use. */
  public Snapshot snapshot() {
    return snapshot.get();
  }

  /**
   * Returns the object that a controller creates before a pod, if the cluster lacks it. It is the
   * first ReplicaSet of a Deployment or the next Job of a CronJob.
   */
  public Optional<Workload> creatorOf(Pod pod) {
    return PodCreators.before(cluster, pod);
  }

  /** Returns the pods gathered under their owners; made on first use. */
  public Workloads workloads() {
    return workloads.get();
  }

  /**
   * Returns the simulation with a change made.
   *
   * @throws NoSuchObjectException if what is to be changed isn't there
   */
  public Simulation with(Change change) {
    return with(List.of(change));
  }

  /**
   * Returns the simulation with changes made, one after the other. The same changes give the same
   * simulation while it is remembered, so that alike gaps try them once.
   *
   * @throws NoSuchObjectException if what is to be changed isn't there
   */
  public Simulation with(Collection<? extends Change> changes) {
    return changes.stream().allMatch(Simulation::changesQuota)
        ? withQuotas(applied(changes))
        : changed.of(List.copyOf(changes), () -> withChanges(changes));
  }

  private Cluster applied(Collection<? extends Change> changes) {
    Cluster applied = cluster;
    for (Change change : changes) {
      applied = change.applyTo(applied);
    }
    return applied;
  }

  private Simulation withChanges(Collection<? extends Change> changes) {
    List<Pod> leaving = changes.stream().flatMap(c -> c.leaving(cluster).stream()).toList();
    boolean othersSame = changes.stream().noneMatch(Simulation::makesPods);
    return othersSame ? withCluster(applied(changes), leaving) : ofChanged(applied(changes));
  }

  private static boolean changesQuota(Change change) {
    return change instanceof QuotaChange
        || (change instanceof Change.Apply apply && apply.object() instanceof ResourceQuota);
  }

  /**
   * Returns the simulation with changed quotas; the scheduler and the owners of pods don't depend
   * on them.
   */
  private Simulation withQuotas(Cluster changed) {
    return new Simulation(
        changed,
        chain,
        scheduler,
        LazySnapshot.of(() -> snapshot().in(changed)),
        workloads,
        Optional.empty(),
        false);
  }

  private static boolean makesPods(Change change) {
    return change instanceof Change.Apply apply && apply.object() instanceof Pod;
  }

  private Simulation ofChanged(Cluster changed) {
    boolean isSame =
        changed.hasSame(Node.class, cluster)
            && changed.hasSame(Pod.class, cluster)
            && changed.controlPlane().equals(cluster.controlPlane());
    return changed(
        changed, isSame ? snapshot.in(changed) : LazySnapshot.of(() -> Snapshot.of(changed)));
  }

  private Simulation withCluster(Cluster changed, List<Pod> leaving) {
    boolean sameNodes = changed.hasSame(Node.class, cluster);
    return changed(
        changed,
        LazySnapshot.of(
            () -> {
              Snapshot left = snapshot();
              for (Pod pod : leaving) {
                left = left.without(pod);
              }
              return sameNodes ? left.in(changed) : left.withNodes(changed);
            }));
  }

  /** Returns the simulation once the controller has resynced a namespace's quotas. */
  public Simulation withResync(String namespace) {
    return new Simulation(
        ResourceQuotaController.syncAll(cluster, namespace),
        chain,
        scheduler,
        snapshot,
        workloads,
        Optional.empty(),
        false);
  }

  /** Returns the simulation of the same objects with other facts, such as measured usage. */
  public Simulation withFacts(Cluster changed) {
    return new Simulation(
        changed, chain, scheduler, snapshot.in(changed), workloads, lastUnschedulable, asRead);
  }

  /** Returns the API server's answer to a new object; nothing is stored. */
  public AdmissionReport admissionOf(ApiObject object) {
    return chain.admit(cluster, AdmissionRequest.create(object));
  }

  /** Returns the API server's answer to another version of a stored object; nothing is stored. */
  public AdmissionReport admissionOf(ApiObject object, ApiObject old) {
    return chain.admit(cluster, AdmissionRequest.update(old, object));
  }

  /**
   * Returns whether the answer of the API server to a new object is undetermined. The API server
   * takes the LimitRanges of a namespace in no fixed order, and these may give different defaults.
   */
  public boolean dependsOnOrder(ApiObject object) {
    int ranges = cluster.list(LimitRange.class, object.namespace()).size();
    if (ranges < 2) {
      return false;
    }
    boolean allowed = admissionOf(object).allowed();
    return LimitRangeOrders.of(ranges).stream()
        .map(o -> chain.withOrders(o, UnaryOperator.identity(), UnaryOperator.identity()))
        .anyMatch(c -> c.admit(cluster, AdmissionRequest.create(object)).allowed() != allowed);
  }

  /**
   * Returns the same with the pods gathered under their owners as in another simulation. Gathering
   * takes long in large clusters. Pods that only one of the two has are not told from others.
   */
  public Simulation gatheredAs(Simulation other) {
    return new Simulation(
        cluster, chain, scheduler, snapshot, other.workloads, lastUnschedulable, asRead);
  }

  /** Returns the simulation of a changed cluster, under the same rules. */
  public Simulation of(Cluster changed) {
    return ofChanged(changed);
  }

  /** Returns the simulation with what was admitted stored, and charged to quotas. */
  public Simulation withAdmitted(AdmissionReport report) {
    return withStorage(report.cluster());
  }

  /** Returns the scheduler's result for the pod, or unknown if something it needs was not read. */
  public ScheduleResult scheduleResultOf(Pod pod) {
    return UndecidedException.at(
        DecisionStep.Placement, Attempt.none(pod), () -> scheduleAsRead(pod));
  }

  /** Returns whether kube-scheduler looks at the pod, rather than another scheduler. */
  public boolean isScheduled(Pod pod) {
    return scheduler.isResponsible(pod);
  }

  private ScheduleResult scheduleAsRead(Pod pod) {
    if (!isScheduled(pod)) {
      return new ScheduleResult.OtherScheduler(pod.spec().schedulerName());
    }
    Unread unread = unreadForPlacing(pod);
    if (!unread.isEmpty()) {
      return new ScheduleResult.Unknown(unread);
    }
    Simulation with = PodClaims.withClaimsOf(this, pod);
    Pod named = TemplateClaims.named(with.cluster, pod);
    ScheduleResult result = scheduler.schedule(with.snapshot(), named);
    if (result instanceof ScheduleResult.Unschedulable unschedulable) {
      ScheduleResult lasting = LeftoverClaim.resultOf(this, pod, unschedulable);
      return lasting.equals(unschedulable)
          ? NominatedNode.resultOf(this, pod, unschedulable)
          : lasting;
    }
    return BindingFailure.of(with, named, result, scheduler);
  }

  /** Returns the unread resources that the pod's placement depends on. */
  public Unread unreadForPlacing(Pod pod) {
    Simulation with = PodClaims.withClaimsOf(this, pod);
    return scheduler.unread(with.snapshot(), TemplateClaims.named(with.cluster, pod));
  }

  /** Returns whether a node for the pod certainly exists at present. */
  public boolean hasNodeFor(Pod pod) {
    if (!unreadForPlacing(pod).isEmpty()) {
      return false;
    }
    Simulation with = PodClaims.withClaimsOf(this, pod);
    OptionalInt count = with.countPlaceable(TemplateClaims.named(with.cluster, pod), 1);
    return count.isPresent()
        ? count.getAsInt() > 0
        : scheduleResultOf(pod) instanceof ScheduleResult.Feasible;
  }

  /** Returns whether other nodes, or where other pods are, can keep the pod from a node. */
  public boolean looksBeyondNode(Pod pod) {
    return scheduler.looksBeyondNode(snapshot(), pod);
  }

  /** Returns the simulation without some objects. */
  public Simulation without(Collection<? extends ApiObject> objects) {
    Cluster changed = cluster;
    for (ApiObject object : objects) {
      changed = changed.without(object);
    }
    return ofChanged(changed);
  }

  /** Returns the simulation without nodes and without what is on them. */
  public Simulation withoutNodes() {
    return without(cluster.nodes());
  }

  /**
   * Submits a pod, after what controllers make before it: a ReplicaSet or Job that makes it, the
   * claims of its StatefulSet. It isn't scheduled.
   */
  public Step admit(Pod pod) {
    return new PodSubmission(this, pod).admit();
  }

  /** Submits a pod and, if it is admitted, schedules it. */
  public Step create(Pod pod) {
    return new PodSubmission(this, pod).create();
  }

  /** Returns the simulation once a pod was admitted, which changes nothing for the scheduler. */
  Simulation afterAdmissionOfPod(AdmissionReport report) {
    return new Simulation(
        report.cluster(),
        chain,
        scheduler,
        snapshot,
        workloads.in(report.cluster()),
        lastUnschedulable,
        false);
  }

  /** Returns the simulation with other claims and volumes. */
  Simulation withStorage(Cluster changed) {
    return changed(changed, snapshot.in(changed));
  }

  /** Schedules a pod that exists. What became of one just like it before needn't be asked again. */
  public Step schedule(Pod pod) {
    return UndecidedException.at(
        DecisionStep.Placement, Attempt.none(pod), () -> scheduleOrWait(pod));
  }

  private Step scheduleOrWait(Pod pod) {
    ScheduleResult scheduleResult =
        lastUnschedulable
            .filter(last -> Attempt.isAlikeForScheduler(last.pod(), pod))
            .flatMap(Attempt::scheduleResult)
            .orElseGet(() -> scheduleResultOf(pod));
    if (scheduleResult instanceof ScheduleResult.Feasible feasible) {
      Simulation with = PodClaims.withClaimsOf(this, pod);
      Pod named = TemplateClaims.named(with.cluster, pod);
      String node = scheduler.selectHost(with.snapshot(), named, feasible.nodes());
      return new Step(
          new Attempt(pod, Optional.empty(), Optional.of(scheduleResult), node),
          with.bind(named, node));
    }
    Attempt attempt = new Attempt(pod, Optional.empty(), Optional.of(scheduleResult), "");
    return new Step(attempt, waiting(cluster.with(pod), attempt));
  }

  private Simulation waiting(Cluster with, Attempt attempt) {
    return new Simulation(
        with, chain, scheduler, snapshot, workloads.in(with), Optional.of(attempt), false);
  }

  /**
   * Returns how many pods just like this would get a node one after the other; absent where that
   * depends on which node each gets.
   *
   * @param pods how many there are
   */
  OptionalInt countPlaceable(Pod pod, int pods) {
    return scheduler.countPlaceable(snapshot(), pod, pods);
  }

  /** Returns the simulation with a pod on a node, and what it uses there reserved. */
  public Simulation bind(Pod pod, String node) {
    Pod bound = pod.withSpec(pod.spec().withNodeName(node));
    Snapshot placed = snapshot().with(pod, node);
    Cluster reserved = scheduler.reserve(snapshot().in(cluster), pod, node);
    Cluster stored = VolumeBinding.bindVolumes(reserved.with(bound), pod, node);
    LazySnapshot withPod = LazySnapshot.of(() -> placed);
    return changed(
        stored,
        stored.hasSame(PersistentVolumeClaim.class, cluster)
                && stored.hasSame(ResourceClaim.class, cluster)
            ? withPod
            : withPod.in(stored));
  }
}
