package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.object.ClusterQueue;
import dev.plimsoll.kubernetes.object.Cohort;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.LocalQueue;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodGroupApi;
import dev.plimsoll.kubernetes.object.QueueApi;
import dev.plimsoll.kubernetes.object.ResourceFlavor;
import dev.plimsoll.kubernetes.object.Workload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pods of a cluster, gathered under their outermost owners.
 *
 * <p>Owners are found by kind, namespace, name and UID. An owner that isn't in the snapshot still
 * gathers its pods.
 */
public final class Workloads {
  static final GroupResource REPLICA_SETS = new GroupResource("apps", "replicasets");
  static final GroupResource DEPLOYMENTS = new GroupResource("apps", "deployments");

  /** The kinds of every cluster that create pods. */
  public static final List<GroupResource> BUILT_IN_RESOURCES =
      List.of(
          REPLICA_SETS,
          new GroupResource("", "replicationcontrollers"),
          DEPLOYMENTS,
          new GroupResource("apps", "statefulsets"),
          new GroupResource("apps", "daemonsets"),
          new GroupResource("batch", "jobs"),
          new GroupResource("batch", "cronjobs"));

  /** Custom kinds of queues, which create no pods. */
  private static final Set<GroupResource> QUEUES =
      Set.of(
          ClusterQueue.RESOURCE,
          Cohort.RESOURCE,
          LocalQueue.RESOURCE,
          ResourceFlavor.RESOURCE,
          QueueApi.VOLCANO.resource(),
          QueueApi.KAI.resource(),
          PodGroupApi.VOLCANO.resource(),
          PodGroupApi.KAI.resource());

  private final Cluster cluster;
  private final Map<String, List<Event>> failures;
  private final ConcurrentMap<String, NamespaceWorkloads> gathered = new ConcurrentHashMap<>();
  private final Map<String, NamespaceWorkloads> known;
  private final SortedSet<String> namespaces = new TreeSet<>();

  private List<WorkloadPods> all = List.of();

  private Workloads(
      Cluster cluster, Map<String, List<Event>> failures, Map<String, NamespaceWorkloads> known) {
    this.cluster = cluster;
    this.failures = failures;
    this.known = known;
    namespaces.addAll(cluster.namespaces(Workload.class));
    namespaces.addAll(cluster.namespaces(Pod.class));
  }

  /** Returns the pods of the cluster; those of a namespace are gathered on first use. */
  public static Workloads of(Cluster cluster) {
    return new Workloads(cluster, failures(cluster), Map.of());
  }

  private static Map<String, List<Event>> failures(Cluster cluster) {
    return cluster.list(Event.class).stream()
        .filter(Event::tellsOfFailedCreation)
        .collect(Collectors.groupingBy(event -> event.regarding().namespace()));
  }

  /**
   * Returns the pods of another version of the cluster. Namespaces whose objects are the same
   * aren't gathered again.
   */
  public Workloads in(Cluster changed) {
    Map<String, NamespaceWorkloads> all = new HashMap<>(known);
    all.putAll(gathered);
    return new Workloads(
        changed, changed.hasSame(Event.class, cluster) ? failures : failures(changed), all);
  }

  private NamespaceWorkloads gather(String namespace) {
    return gathered.computeIfAbsent(
        namespace,
        n -> {
          List<Event> events = failures.getOrDefault(n, List.of());
          return Optional.ofNullable(known.get(n))
              .filter(k -> k.isOf(cluster, events))
              .orElseGet(() -> new NamespaceWorkloads(cluster, n, events));
        });
  }

  /** Returns all workloads, in order of namespace and name. */
  public synchronized Collection<WorkloadPods> list() {
    if (all.isEmpty()) {
      all = namespaces.stream().flatMap(n -> gather(n).list().stream()).toList();
    }
    return all;
  }

  /** Returns a namespace's workloads, in order of name. */
  public Collection<WorkloadPods> list(String namespace) {
    return gather(namespace).list();
  }

  /** Returns the owners of pod templates in all groups, in the groups' order. */
  public Stream<PodTemplateOwner> templateOwners() {
    return list().stream().flatMap(g -> g.templateOwners().stream());
  }

  /** Returns an object that creates pods, by its kind and name. */
  public Optional<Workload> find(ObjectReference ref) {
    return gather(ref.namespace()).find(ref);
  }

  /**
   * Returns the workload to which that object belongs: as its root, as an owner in between, or as a
   * pod.
   */
  public Optional<WorkloadPods> workloadOf(ObjectReference ref) {
    return gather(ref.namespace()).workloadOf(ref);
  }

  /** Returns why the root of a workload makes no pods; nothing if it does, or isn't known. */
  public Optional<Inactivity> inactivityOf(WorkloadPods workload) {
    boolean hasUnended =
        workload.missing() > 0 || workload.pods().stream().anyMatch(p -> !p.isTerminal());
    return gather(workload.root().namespace())
        .find(workload.root())
        .flatMap(
            root ->
                Inactivity.of(cluster, root, hasUnended)
                    .map(
                        why ->
                            hasUnended
                                ? why
                                : Inactivity.ofRun(cluster, root, workload).orElse(why))
                    .or(() -> Inactivity.ofCustom(root, workload)));
  }

  /**
   * Returns the known kinds that create pods: built-in kinds, and custom kinds that were not read
   * completely. Unread objects of a custom kind may have pod templates.
   */
  public static List<GroupResource> resources(Cluster cluster) {
    return Stream.concat(
            BUILT_IN_RESOURCES.stream(),
            cluster.partlyRead().stream()
                .filter(r -> r.isCustom())
                .filter(r -> !QUEUES.contains(r)))
        .toList();
  }

  /**
   * Returns the resources that must have been read to know a workload's existing and missing pods.
   * The resource of a custom kind is unknown until an object of it was read.
   */
  public List<Requirement> requirements(WorkloadPods workload) {
    List<Requirement> requirements = new ArrayList<>();
    workload.templateOwners().forEach(o -> requirements.addAll(o.requirements()));
    ObjectReference root = workload.root();
    if (gather(root.namespace()).find(root).isEmpty()) {
      String plural = root.kind().toLowerCase(Locale.ROOT) + "s";
      BUILT_IN_RESOURCES.stream()
          .filter(r -> r.resource().equals(plural))
          .forEach(r -> requirements.add(Requirement.in(root.namespace(), r)));
    }
    return requirements;
  }

  /** Returns the controller of an object, that of the controller and so on, as far as known. */
  public List<ObjectReference> controllers(ObjectReference ref) {
    return gather(ref.namespace()).controllers(ref);
  }

  /** Returns {@code kind/name} as kubectl writes it; just the kind of what has no name. */
  public static String label(ObjectReference ref) {
    String kind = ref.kind().toLowerCase(Locale.ROOT);
    return ref.name().isEmpty() ? kind : kind + "/" + ref.name();
  }
}
