package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.config.ExtenderSettings;
import dev.plimsoll.extender.config.ReservationSettings;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.fixtures.PodBuilder;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.QuotaRequest;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.pod.Gang;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * An API server and a kube-scheduler that asks an extender as the real one does: filter of the
 * nodes that its own plug-ins let pass; if none is left, preempt with victims of lower priority;
 * then nominating and evicting, or binding, which may fail. What comes of it is told by a late
 * informer.
 */
final class SchedulingModel {
  static final int GPUS = 8;

  /** For half of the nodes, soon and not for long. */
  static final ReservationSettings RESERVATIONS =
      new ReservationSettings(Duration.ofMillis(50), Duration.ofMillis(500), 50);

  final Random random;
  final ExtenderSettings settings;
  final Map<String, Pod> pods = new TreeMap<>();
  final Map<String, String> binding = new LinkedHashMap<>();
  final Map<String, Long> hard = new LinkedHashMap<>();
  final List<String> nodes = new ArrayList<>();
  final LateInformer informer;
  private final Set<Fault> faults;
  final ModelResync resync;
  private final ModelEvictions evictions = new ModelEvictions(this);
  Decisions decisions;
  private long nanos;
  private int created;
  private long version;

  SchedulingModel(long seed, int nodeCount, CapacityPolicy policy, Set<Fault> faults) {
    this(seed, nodeCount, policy, faults, RESERVATIONS);
  }

  SchedulingModel(
      long seed,
      int nodeCount,
      CapacityPolicy policy,
      Set<Fault> faults,
      ReservationSettings reservations) {
    this(seed, nodeCount, List.of(policy), faults, reservations);
  }

  SchedulingModel(
      long seed,
      int nodeCount,
      List<CapacityPolicy> policies,
      Set<Fault> faults,
      ReservationSettings reservations) {
    this.random = new Random(seed);
    this.faults = faults;
    this.resync = new ModelResync(this, policies);
    this.settings = ExtenderSettings.DEFAULT.withPolicies(policies).withReservations(reservations);
    ClusterBuilder builder = ExtenderFixtures.cluster();
    for (int i = 0; i < nodeCount; i++) {
      nodes.add("node-" + i);
      builder.add(ExtenderFixtures.node("node-" + i, GPUS));
    }
    this.informer = new LateInformer(builder.build(), faults);
    this.decisions = replica();
  }

  private Decisions replica() {
    return new Decisions(informer.cluster(), settings, resync, () -> nanos);
  }

  static long size(Pod pod) {
    return Decisions.requests(pod).getOrZero(ExtenderFixtures.GPU).value();
  }

  void pass(Duration duration) {
    nanos += duration.toNanos();
  }

  String create(String namespace, long gpus, int priority) {
    String name = String.format("%s-%04d", namespace, created++);
    String list = "nvidia.com/gpu=" + gpus;
    put(
        PodBuilder.pod(namespace, name)
            .uid("uid-" + name)
            .requests(list)
            .limits(list)
            .priority(priority)
            .build());
    return name;
  }

  /** Creates the pods of a gang. */
  void createGang(String namespace, int count, long gpus) {
    String gang = "gang-" + created;
    for (int i = 0; i < count; i++) {
      Pod pod = pod(create(namespace, gpus, 0));
      put(PodBuilder.pod(pod).label(Gang.NAME, gang).label(Gang.SIZE, "" + count).build());
    }
  }

  void place(String namespace, long gpus, String node) {
    put(bound(pod(create(namespace, gpus, 0)), node));
  }

  private static Pod bound(Pod pod, String node) {
    return pod.withSpec(pod.spec().withNodeName(node))
        .withStatus(pod.status().withNominatedNodeName("").withConditions(List.of()));
  }

  Pod pod(String name) {
    return Optional.ofNullable(pods.get(name)).orElseThrow();
  }

  /** Writes a pod; the watch shows it later. */
  void put(Pod changed) {
    Pod pod =
        changed.withMetadata(changed.metadata().withResourceVersion(Long.toString(++version)));
    pods.put(pod.name(), pod);
    Pod seen = pod;
    if (faults.contains(Fault.PREEMPTION_UNBOOKED)) {
      seen = seen.withStatus(seen.status().withNominatedNodeName(""));
    }
    if (faults.contains(Fault.WAITING_UNSEEN)) {
      seen = seen.withStatus(seen.status().withConditions(List.of()));
    }
    informer.put(seen);
  }

  void remove(Pod pod) {
    pods.remove(pod.name());
    informer.remove(pod);
  }

  /** A pod is deleted, and its StatefulSet makes the next one of that name. */
  void replace(Pod pod) {
    remove(pod);
    binding.remove(pod.name());
    put(
        PodBuilder.pod(pod.namespace(), pod.name())
            .uid("uid-" + pod.name() + "-" + created++)
            .requests("nvidia.com/gpu=" + size(pod))
            .limits("nvidia.com/gpu=" + size(pod))
            .priority(priority(pod))
            .build());
  }

  /** A tenant requests that its namespace is guaranteed so much; the policies approve it. */
  void request(String namespace, long gpus) {
    informer.put(
        new QuotaRequest(
            ObjectMeta.of(namespace, "more"),
            Optional.empty(),
            Resources.of(ExtenderFixtures.QUOTA_KEY, Quantity.of(gpus)),
            Optional.empty(),
            "why"));
  }

  void quota(String namespace, long gpus) {
    hard.put(namespace, gpus);
    informer.put(ExtenderFixtures.quota(namespace, gpus));
  }

  /** Returns what a quota allows by what the watch has shown. */
  Optional<Long> shownQuota(String namespace) {
    return informer
        .cluster()
        .find(ResourceQuota.class, namespace, "gpus")
        .map(q -> q.spec().hard().getOrZero(ExtenderFixtures.QUOTA_KEY).value());
  }

  /** Another replica takes over, with the cluster as it is. */
  void changeLeader() {
    informer.tellAll(decisions, random);
    decisions = replica();
  }

  /** Has nodes reserved for large pods and for gangs. */
  void reserve() {
    new NodeReserver(decisions).sync();
    new GangAdmission(decisions).sync();
  }

  /** Returns the pods that wait for nodes reserved for them: those have room once others end. */
  List<String> ownersOfReservedNodes() {
    Set<String> owners =
        decisions.reservations().all().stream()
            .map(r -> r.pod().name())
            .collect(Collectors.toSet());
    return pending().stream().map(Pod::name).filter(owners::contains).toList();
  }

  /** Returns what of a node placed pods and those that are being bound hold. */
  long used(String node) {
    return pods.values().stream()
        .filter(p -> p.spec().nodeName().equals(node) || node.equals(binding.get(p.name())))
        .mapToLong(SchedulingModel::size)
        .sum();
  }

  List<Pod> pending() {
    return pods.values().stream()
        .filter(p -> !p.isBound() && !p.isTerminating() && !binding.containsKey(p.name()))
        .toList();
  }

  List<Pod> placed() {
    return pods.values().stream().filter(Pod::isBound).toList();
  }

  Map<String, String> nominated() {
    return pending().stream()
        .filter(p -> !p.status().nominatedNodeName().isEmpty())
        .collect(Collectors.toMap(Pod::name, p -> p.status().nominatedNodeName()));
  }

  long free(String node, Pod pod, List<Pod> gone) {
    long used = 0;
    for (Pod each : pods.values()) {
      String nominated = each.isBound() ? "" : each.status().nominatedNodeName();
      boolean counts =
          each.spec().nodeName().equals(node)
              || node.equals(binding.get(each.name()))
              || (!binding.containsKey(each.name())
                  && nominated.equals(node)
                  && priority(each) >= priority(pod));
      if (counts && !each.name().equals(pod.name()) && !gone.contains(each)) {
        used += size(each);
      }
    }
    return GPUS - used;
  }

  static int priority(Pod pod) {
    return pod.spec().priority().orElse(0);
  }

  /** One scheduling cycle. */
  String schedule(String name) {
    Pod pod = pod(name);
    List<String> feasible =
        nodes.stream().filter(n -> free(n, pod, List.of()) >= size(pod)).toList();
    String message = nodes.size() - feasible.size() + " Insufficient nvidia.com/gpu. ";
    if (!feasible.isEmpty()) {
      FilterDecision decision = decisions.filter(pod, feasible.size(), () -> feasible);
      List<String> passing = new ArrayList<>(feasible);
      passing.removeIf(n -> !decision.filtered().passes(feasible.indexOf(n)));
      if (!passing.isEmpty()) {
        binding.put(name, passing.get(random.nextInt(passing.size())));
        return "passed";
      }
      message += decision.filtered().unresolvable().get(0) + " ";
    }
    return postFilter(pod, feasible, message);
  }

  private String postFilter(Pod pod, List<String> rejected, String message) {
    String nominated = pod.status().nominatedNodeName();
    if (!rejected.contains(nominated)
        && evictions.victims(nominated, pod).stream().anyMatch(Pod::isTerminating)) {
      unschedulable(pod, nominated, message + "not eligible");
      return "awaits victims";
    }
    Map<String, List<Pod>> candidates = new LinkedHashMap<>();
    for (String node : nodes) {
      List<Pod> victims = rejected.contains(node) ? List.of() : evictions.fewest(node, pod);
      if (!victims.isEmpty()) {
        candidates.put(node, victims);
      }
    }
    if (candidates.isEmpty()) {
      unschedulable(pod, "", message + "Preemption is not helpful for scheduling");
      return "held";
    }
    Map<String, List<String>> uids = new LinkedHashMap<>();
    candidates.forEach(
        (n, victims) -> uids.put(n, victims.stream().map(v -> v.metadata().uid()).toList()));
    Decisions asked = faults.contains(Fault.PREEMPTION_UNBOOKED) ? replica() : decisions;
    Set<String> allowed = asked.preempt(pod, uids);
    if (allowed.isEmpty()) {
      unschedulable(pod, nominated, message + "no candidate node for preemption");
      return "not preempting";
    }
    String node = allowed.stream().sorted().findFirst().orElseThrow();
    unschedulable(pod, node, message);
    candidates.getOrDefault(node, List.of()).stream()
        .filter(v -> !v.isTerminating())
        .forEach(evictions::evict);
    for (Pod other : pending()) {
      if (other.status().nominatedNodeName().equals(node) && priority(other) < priority(pod)) {
        put(other.withStatus(other.status().withNominatedNodeName("")));
      }
    }
    return "preempting";
  }

  private void unschedulable(Pod pod, String nominated, String message) {
    Condition condition = new Condition("PodScheduled", "False", "Unschedulable", message);
    put(
        pod.withStatus(
            pod.status().withNominatedNodeName(nominated).withConditions(List.of(condition))));
  }

  /** Ends one binding; it may fail, and the pod may be gone. */
  void bind(String name, boolean fails) {
    Optional<String> node = Optional.ofNullable(binding.remove(name));
    Optional<Pod> pod = Optional.ofNullable(pods.get(name));
    if (pod.isPresent() && fails) {
      unschedulable(pod.get(), "", "binding failed " + created++);
    } else if (pod.isPresent()) {
      put(bound(pod.get(), node.orElseThrow()));
    }
  }

  /** Clears what the extender would have cleared; what has changed since is left. */
  void clearNominations() {
    for (Pod obsolete : decisions.obsoleteNominations()) {
      if (!faults.contains(Fault.NOMINATIONS_KEPT) && obsolete.equals(pods.get(obsolete.name()))) {
        put(obsolete.withStatus(obsolete.status().withNominatedNodeName("")));
      }
    }
  }
}
