package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.placement.framework.GangSizes;
import dev.plimsoll.kubernetes.placement.snapshot.NodeInfo;
import dev.plimsoll.kubernetes.placement.snapshot.PodInfo;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.model.gate.GatedTenants;
import dev.plimsoll.model.gate.ShareGate;
import dev.plimsoll.model.lifetime.Lifetimes;
import dev.plimsoll.model.lifetime.OwnerKey;
import dev.plimsoll.model.lifetime.PodRun;
import dev.plimsoll.model.lifetime.SurvivalCurve;
import dev.plimsoll.model.whatif.Lazy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Makes the state of a question: what runs, what waits, and what will come. */
final class QueueStateBuilder {
  private static final Duration MOST_RECENT = Duration.ofDays(7);
  private static final GroupResource JOBS = new GroupResource("batch", "jobs");
  private static final Duration LEAST_RECENT = Duration.ofMinutes(10);
  private static final int MOST_BATCHES = 1500;

  /** How long kubelet takes to end a pod that doesn't say how long it may take. */
  private static final long DEFAULT_GRACE_SECONDS = 30;

  private final StartQuestion question;
  private final Cluster cluster;
  private final Lifetimes lifetimes;
  private final PolicyUsage shares;
  private final GatedTenants gated;
  private final GangSizes sizes;
  private final NodeTable table;
  private final ShareTable charges;
  private final Lazy<Map<Gang, Long>> runningOfGangs = new Lazy<>(this::runningOfGangs);
  private final List<Pod> waiting = new ArrayList<>();

  /**
   * Starts with a question.
   *
   * @param others pods that aren't in the cluster and wait too, as if they were created now
   */
  QueueStateBuilder(StartQuestion question, Lifetimes lifetimes, Collection<Pod> others) {
    this.question = question;
    this.cluster = question.simulation().cluster();
    this.lifetimes = lifetimes;
    this.shares = PolicyUsage.of(cluster, question.policies());
    this.gated = GatedTenants.of(cluster, question.policies());
    this.sizes = new GangSizes(() -> cluster);
    cluster.list(Pod.class).stream().filter(this::queues).forEach(waiting::add);
    others.stream().filter(this::queues).forEach(waiting::add);
    Snapshot snapshot = question.simulation().snapshot();
    List<Pod> counted = new ArrayList<>(waiting);
    counted.addAll(question.history().examples().values());
    this.table = NodeTable.of(question.scheduler(), snapshot, counted);
    this.charges = new ShareTable(shares, table);
  }

  /** Returns whether the pod is in the queue: nothing but a place is lacking. */
  private boolean queues(Pod pod) {
    return !pod.isBound()
        && !pod.isTerminal()
        && !pod.isTerminating()
        && pod.spec().schedulingGates().stream().allMatch(ShareGate.NAME::equals)
        && question.simulation().isScheduled(pod);
  }

  QueueState build() {
    return new QueueState(
        table,
        occupants(),
        units(waiting),
        question.options().arrivals() ? arrivals() : Arrivals.NONE,
        shares,
        lifetimes.recent());
  }

  PolicyUsage shares() {
    return shares;
  }

  NodeTable table() {
    return table;
  }

  /**
   * Returns the running pods, in an order in which names decide nothing: each pod's draw depends on
   * its place.
   */
  private List<Occupant> occupants() {
    List<Occupant> occupants = new ArrayList<>();
    for (NodeInfo node : table.snapshot().nodes()) {
      for (PodInfo pod : node.pods()) {
        occupants.add(occupant(pod, node.index()));
      }
    }
    occupants.sort(
        Comparator.comparingInt(Occupant::node)
            .thenComparingDouble(o -> -o.age())
            .thenComparing(Occupant::held, java.util.Arrays::compare)
            .thenComparingDouble(Occupant::mostSeconds)
            .thenComparingDouble(o -> o.curve().map(c -> c.endingAge(o.age(), 0.5)).orElse(0.0))
            .thenComparingDouble(o -> o.curve().map(c -> c.endingAge(o.age(), 0.1)).orElse(0.0))
            .thenComparing(o -> o.pod().metadata().uid()));
    return occupants;
  }

  private Occupant occupant(PodInfo info, int node) {
    Pod pod = info.pod();
    Optional<Instant> started = PodRun.started(pod);
    double age = started.map(s -> Math.max(0, seconds(s, question.now()))).orElse(0.0);
    double most = Double.POSITIVE_INFINITY;
    boolean isLeaving = pod.metadata().deletionTimestamp().isPresent();
    if (isLeaving) {
      most = seconds(question.now(), pod.metadata().deletionTimestamp().orElseThrow());
    } else if (pod.spec().activeDeadlineSeconds().isPresent()) {
      most = pod.spec().activeDeadlineSeconds().getAsLong() + grace(pod) - age;
    }
    most = Math.min(most, jobDeadline(pod) + grace(pod));
    OwnerKey owner = OwnerKey.of(pod, cluster);
    return new Occupant(
        pod,
        node,
        table.held(info),
        charges.held(pod),
        owner.isService(),
        curve(pod, owner),
        age,
        Math.max(0, most),
        isLeaving);
  }

  /** Returns in how many seconds the controller of the pod's Job ends the Job; else infinite. */
  private double jobDeadline(Pod pod) {
    return pod.metadata()
        .controller()
        .filter(c -> c.kind().equals("Job"))
        .flatMap(
            c -> cluster.find(Workload.class, pod.namespace(), Workload.identity(JOBS, c.name())))
        .filter(w -> w.details() instanceof WorkloadDetails.Job)
        .flatMap(w -> ((WorkloadDetails.Job) w.details()).deadline())
        .map(d -> seconds(question.now(), d))
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** Returns how many seconds a pod may take to end once its deadline has passed. */
  static long grace(Pod pod) {
    OptionalLong grace = pod.spec().terminationGracePeriodSeconds();
    return grace.orElse(DEFAULT_GRACE_SECONDS);
  }

  private Optional<SurvivalCurve> curve(Pod pod) {
    return curve(pod, OwnerKey.of(pod, cluster));
  }

  private Optional<SurvivalCurve> curve(Pod pod, OwnerKey owner) {
    return lifetimes.of(new Lifetimes.Kind(owner, tenant(pod), PodRun.devices(pod)));
  }

  private String tenant(Pod pod) {
    return shares.tenant(pod).orElse(pod.namespace());
  }

  private List<QueueUnit> units(List<Pod> pods) {
    List<QueueUnit> units = new ArrayList<>();
    Map<Gang, List<Pod>> gangs = new LinkedHashMap<>();
    for (Pod pod : pods) {
      Optional<Gang> gang = Gang.of(pod).filter(sizes::isGang);
      if (gang.isPresent()) {
        gangs.computeIfAbsent(gang.get(), g -> new ArrayList<>()).add(pod);
      } else {
        units.add(unit(List.of(pod), false));
      }
    }
    gangs.forEach((gang, members) -> units.addAll(ofGang(gang, members)));
    return units;
  }

  /** A gang that lacks members that aren't created yet isn't in the queue. */
  private List<QueueUnit> ofGang(Gang gang, List<Pod> members) {
    long running = runningOfGangs.get().getOrDefault(gang, 0L);
    int missing = (int) Math.max(0, sizes.size(gang).orElse(Integer.MAX_VALUE) - running);
    if (members.size() < missing) {
      return List.of();
    }
    List<Pod> inOrder =
        members.stream()
            .sorted(
                Comparator.comparing(this::created)
                    .thenComparing(p -> -PodRun.devices(p))
                    .thenComparing(p -> p.metadata().uid()))
            .toList();
    List<QueueUnit> units = new ArrayList<>();
    if (missing > 0) {
      units.add(unit(inOrder.subList(0, missing), true));
    }
    inOrder.stream().skip(missing).forEach(p -> units.add(unit(List.of(p), false)));
    return units;
  }

  private Map<Gang, Long> runningOfGangs() {
    return cluster.list(Pod.class).stream()
        .filter(p -> p.isBound() && !p.isTerminal() && !p.isTerminating())
        .flatMap(p -> Gang.of(p).stream())
        .collect(Collectors.groupingBy(g -> g, Collectors.counting()));
  }

  private Instant created(Pod pod) {
    return pod.metadata().creationTimestamp().orElse(question.now());
  }

  private QueueUnit unit(List<Pod> pods, boolean isGang) {
    List<Pod> largestFirst =
        pods.size() == 1
            ? pods
            : pods.stream()
                .sorted(Comparator.comparingLong((Pod p) -> -PodRun.devices(p)))
                .toList();
    double created =
        pods.stream().mapToDouble(p -> seconds(question.now(), created(p))).max().orElse(0);
    Pod first = largestFirst.get(0);
    return new QueueUnit(
        largestFirst,
        largestFirst.stream().map(table::shape).toList(),
        largestFirst.stream().map(this::curve).toList(),
        isGang,
        ShareGate.isOn(first) || (gated.gate(first) && !isStored(first)),
        Math.min(0, created),
        largestFirst.stream()
            .mapToDouble(this::jobDeadline)
            .min()
            .orElse(Double.POSITIVE_INFINITY));
  }

  private boolean isStored(Pod pod) {
    return cluster.find(Pod.class, pod.namespace(), pod.name()).isPresent();
  }

  private record Arrival(OwnerKey owner, Instant created, Optional<Pod> pod) {}

  private Arrivals arrivals() {
    Instant from = question.now().minus(MOST_RECENT);
    List<Arrival> all = new ArrayList<>();
    Instant first = question.now();
    for (PodRun run : question.history().runs()) {
      first = run.created().isBefore(first) ? run.created() : first;
      if (question.history().examples().containsKey(run.owner())
          && !run.owner().isService()
          && isIn(from, run.created())) {
        all.add(new Arrival(run.owner(), run.created(), Optional.empty()));
      }
    }
    for (Pod pod : waiting) {
      OwnerKey owner = OwnerKey.of(pod, cluster);
      if (!owner.isService() && isIn(from, created(pod)) && isStored(pod)) {
        all.add(new Arrival(owner, created(pod), Optional.of(pod)));
      }
    }
    if (all.isEmpty()) {
      return Arrivals.NONE;
    }
    Map<OwnerKey, Pod> fresh = new HashMap<>();
    all.sort(
        Comparator.comparing(Arrival::created)
            .reversed()
            .thenComparingLong(a -> -PodRun.devices(pod(a, fresh)))
            .thenComparing(this::uid));
    Map<Object, List<Pod>> batches = new LinkedHashMap<>();
    Map<Object, Instant> created = new LinkedHashMap<>();
    Instant oldest = question.now();
    for (Arrival arrival : all) {
      Object key = List.of(arrival.owner(), arrival.created().getEpochSecond());
      if (batches.size() == MOST_BATCHES && !batches.containsKey(key)) {
        break;
      }
      oldest = arrival.created();
      created.putIfAbsent(key, arrival.created());
      batches.computeIfAbsent(key, k -> new ArrayList<>()).add(pod(arrival, fresh));
    }
    Instant since = batches.size() == MOST_BATCHES ? oldest : first.isAfter(from) ? first : from;
    double seconds = Math.max((double) LEAST_RECENT.toSeconds(), seconds(since, question.now()));
    List<Arrivals.Batch> drawn = new ArrayList<>();
    created.forEach(
        (key, at) ->
            drawn.add(
                new Arrivals.Batch(
                    Math.max(0, seconds - seconds(at, question.now())),
                    batch(Objects.requireNonNull(batches.get(key))))));
    return new Arrivals(drawn, seconds);
  }

  /** Returns the uid of the pod that arrived, or of its owner's newest. */
  private String uid(Arrival arrival) {
    return arrival
        .pod()
        .orElseGet(() -> Objects.requireNonNull(question.history().examples().get(arrival.owner())))
        .metadata()
        .uid();
  }

  private Pod pod(Arrival arrival, Map<OwnerKey, Pod> fresh) {
    return arrival
        .pod()
        .orElseGet(
            () ->
                fresh.computeIfAbsent(
                    arrival.owner(),
                    o -> asNew(Objects.requireNonNull(question.history().examples().get(o)))));
  }

  private List<QueueUnit> batch(List<Pod> pods) {
    Optional<Gang> gang = Gang.of(pods.get(0)).filter(sizes::isGang);
    return gang.isPresent() && pods.size() > 1
        ? List.of(unit(pods, true))
        : pods.stream().map(p -> unit(List.of(p), false)).toList();
  }

  private boolean isIn(Instant from, Instant created) {
    return created.isAfter(from) && !created.isAfter(question.now());
  }

  /** Returns a pod as it was when it was created. */
  private Pod asNew(Pod example) {
    Pod fresh =
        example
            .withSpec(example.spec().withNodeName(""))
            .withMetadata(
                example.metadata().withName("").withUid("").withDeletionTimestamp(Optional.empty()))
            .withStatus(dev.plimsoll.kubernetes.object.PodStatus.PENDING);
    return gated.gate(fresh)
        ? fresh.withSpec(fresh.spec().withSchedulingGates(List.of(ShareGate.NAME)))
        : fresh;
  }

  static double seconds(Instant from, Instant to) {
    return (to.toEpochMilli() - from.toEpochMilli()) / 1000.0;
  }
}
