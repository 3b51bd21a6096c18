package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.daemon.DaemonPods;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.OwnerReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The pods of a cluster, gathered under their outermost owners.
 *
 * <p>Owners are found by kind, namespace and name, as Kubernetes' garbage collector keeps them
 * consistent; an owner that isn't in the snapshot still gathers its pods.
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

  private static final String KUBERNETES_GROUPS = ".k8s.io";

  private static final Pattern ATTEMPTED_NAME = Pattern.compile("pods \"([^\"]+)\" is forbidden");

  private static final int DEEPEST = 8;

  private static final Set<String> BUILT_IN = Set.of("", "apps", "batch", "extensions");

  private final Cluster cluster;
  private final Map<Key, Workload> byKey = new HashMap<>();
  private final Map<Key, List<Pod>> podsByOwner = new HashMap<>();
  private final Set<Key> withChildren = new LinkedHashSet<>();
  private final Map<Key, List<Event>> failures = new HashMap<>();
  private final Map<Key, WorkloadPods> list = new LinkedHashMap<>();
  private final Map<String, List<WorkloadPods>> byNamespace = new HashMap<>();

  private record Key(String kind, String namespace, String name) {
    static Key of(ObjectReference ref) {
      return new Key(ref.kind(), ref.namespace(), ref.name());
    }
  }

  private Workloads(Cluster cluster) {
    this.cluster = cluster;
    index();
    gather();
  }

  /** Returns the pods of the cluster, gathered. */
  public static Workloads of(Cluster cluster) {
    return new Workloads(cluster);
  }

  /** Returns all workloads, in order of namespace and name. */
  public Collection<WorkloadPods> list() {
    return list.values();
  }

  /** Returns a namespace's workloads, in order of name. */
  public Collection<WorkloadPods> list(String namespace) {
    return Collections.unmodifiableList(byNamespace.getOrDefault(namespace, List.of()));
  }

  /** Returns the owners of pod templates in all groups, in the groups' order. */
  public Stream<PodTemplateOwner> templateOwners() {
    return list.values().stream().flatMap(g -> g.templateOwners().stream());
  }

  /**
   * Returns the workload to which that object belongs: as its root, as an owner in between, or as a
   * pod.
   */
  public Optional<WorkloadPods> workloadOf(ObjectReference ref) {
    return Optional.ofNullable(list.get(rootOf(Key.of(ref))));
  }

  /** Returns why the root of a workload makes no pods; nothing if it does, or isn't known. */
  public Optional<Inactivity> inactivityOf(WorkloadPods workload) {
    boolean hasUnended =
        workload.missing() > 0 || workload.pods().stream().anyMatch(p -> !p.isTerminal());
    return Optional.ofNullable(byKey.get(Key.of(workload.root())))
        .flatMap(root -> Inactivity.of(root, hasUnended));
  }

  /**
   * Returns the known kinds that create pods: built-in kinds, and custom kinds that were not read
   * completely. Unread objects of a custom kind may have pod templates.
   */
  public static List<GroupResource> resources(Cluster cluster) {
    return Stream.concat(
            BUILT_IN_RESOURCES.stream(),
            cluster.partlyRead().stream()
                .filter(r -> r.group().contains(".") && !r.group().endsWith(KUBERNETES_GROUPS)))
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
    if (!byKey.containsKey(Key.of(root))) {
      String plural = root.kind().toLowerCase(Locale.ROOT) + "s";
      BUILT_IN_RESOURCES.stream()
          .filter(r -> r.resource().equals(plural))
          .forEach(r -> requirements.add(Requirement.in(root.namespace(), r)));
    }
    return requirements;
  }

  /** Returns the controller of an object, that of the controller and so on, as far as known. */
  public List<ObjectReference> controllers(ObjectReference ref) {
    List<ObjectReference> controllers = new ArrayList<>();
    Key current = Key.of(ref);
    for (int depth = 0; depth < DEEPEST; depth++) {
      Optional<OwnerReference> owner = metadata(current).flatMap(ObjectMeta::controller);
      if (owner.isEmpty()) {
        break;
      }
      current = ownerKey(current.namespace(), owner.get());
      controllers.add(reference(current));
    }
    return controllers;
  }

  /** Returns {@code kind/name} as kubectl writes it; just the kind of what has no name. */
  public static String label(ObjectReference ref) {
    String kind = ref.kind().toLowerCase(Locale.ROOT);
    return ref.name().isEmpty() ? kind : kind + "/" + ref.name();
  }

  private void index() {
    for (Workload w : cluster.list(Workload.class)) {
      byKey.put(key(w.type().kind(), w.metadata()), w);
    }
    for (Workload w : byKey.values()) {
      if (isQueueOf(w)) {
        continue;
      }
      w.metadata().controller().ifPresent(o -> withChildren.add(ownerKey(w.namespace(), o)));
    }
    for (Pod pod : cluster.list(Pod.class)) {
      pod.metadata()
          .controller()
          .ifPresent(
              o ->
                  podsByOwner
                      .computeIfAbsent(ownerKey(pod.namespace(), o), k -> new ArrayList<>())
                      .add(pod));
    }
    for (Event event : cluster.list(Event.class)) {
      if (event.reason().equals("FailedCreate")) {
        failures.computeIfAbsent(Key.of(event.regarding()), k -> new ArrayList<>()).add(event);
      }
    }
  }

  /** Returns whether it only stands for its owner in a queue, which creates the pods itself. */
  private static boolean isQueueOf(Workload workload) {
    return workload.details() instanceof WorkloadDetails.Queued
        && workload.metadata().controller().isPresent();
  }

  private void gather() {
    Map<Key, List<PodTemplateOwner>> templateOwners = new HashMap<>();
    Map<Key, List<Pod>> pods = new HashMap<>();
    Set<Key> roots = new LinkedHashSet<>();
    byKey.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(ORDER))
        .forEach(
            e -> {
              Key root = rootOf(e.getKey());
              roots.add(root);
              if (!withChildren.contains(e.getKey()) && !isQueueOf(e.getValue())) {
                templateOwners
                    .computeIfAbsent(root, k -> new ArrayList<>())
                    .addAll(templateOwnersOf(e.getKey(), e.getValue()));
              }
            });
    for (Pod pod : cluster.list(Pod.class)) {
      Key root = rootOf(key("Pod", pod.metadata()), pod.metadata().controller());
      roots.add(root);
      pods.computeIfAbsent(root, k -> new ArrayList<>()).add(pod);
    }
    roots.stream()
        .sorted(ORDER)
        .forEach(
            root -> {
              WorkloadPods workload =
                  new WorkloadPods(
                      reference(root),
                      templateOwners.getOrDefault(root, List.of()),
                      pods.getOrDefault(root, List.of()));
              list.put(root, workload);
              byNamespace.computeIfAbsent(root.namespace(), n -> new ArrayList<>()).add(workload);
            });
  }

  private static final Comparator<Key> ORDER =
      Comparator.comparing(Key::namespace).thenComparing(Key::name).thenComparing(Key::kind);

  private List<PodTemplateOwner> templateOwnersOf(Key key, Workload workload) {
    List<Pod> alive =
        podsByOwner.getOrDefault(key, List.of()).stream().filter(p -> !p.isTerminal()).toList();
    int existing = (int) alive.stream().filter(p -> !isReplaced(workload, p)).count();
    boolean makes = createsPods(key, workload);
    List<PodTemplateOwner> templateOwners = new ArrayList<>();
    for (Workload.PodTemplate template : workload.templates()) {
      boolean idle = workload.inactive() || isPaused(workload) || !makes;
      int wanted = idle ? 0 : template.replicas().orElse(0);
      int counted = Math.min(existing, wanted);
      boolean only = workload.templates().size() == 1;
      existing -= counted;
      PodTemplateOwner owner =
          new PodTemplateOwner(
              workload,
              template,
              only ? alive : List.of(),
              wanted - counted,
              attemptedNames(key, alive));
      templateOwners.add(
          !idle && workload.details() instanceof WorkloadDetails.DaemonSet
              ? onItsNodes(owner)
              : owner);
    }
    return templateOwners;
  }

  /**
   * Returns a DaemonSet with the nodes that lack a pod. If all nodes and pods were read, the nodes
   * tell the number of pods: the status may be older, and a new DaemonSet has none.
   */
  private PodTemplateOwner onItsNodes(PodTemplateOwner set) {
    return cluster.covers(Node.RESOURCE) && cluster.covers(Pod.RESOURCE, set.workload().namespace())
        ? set.forNodes(DaemonPods.lacking(set.template().spec(), cluster.nodes(), set.pods()))
        : set;
  }

  /**
   * Returns whether the workload creates pods itself. A custom resource may leave that to others,
   * so it must have tried once.
   */
  private boolean createsPods(Key key, Workload workload) {
    return BUILT_IN.contains(workload.type().group())
        || podsByOwner.containsKey(key)
        || failures.containsKey(key);
  }

  /**
   * Returns whether a controller makes another pod although this one hasn't ended, because it is
   * being deleted. Sources: {@code IsPodActive} in {@code pkg/controller/controller_utils.go},
   * {@code onlyReplaceFailedPods} in {@code pkg/controller/job/job_controller.go}.
   */
  private static boolean isReplaced(Workload workload, Pod pod) {
    if (!pod.isTerminating()) {
      return false;
    }
    return switch (workload.type().kind()) {
      case "ReplicaSet", "ReplicationController" -> true;
      default -> workload.details() instanceof WorkloadDetails.Job job && job.replacesTerminating();
    };
  }

  /** A paused Deployment that has no ReplicaSet yet doesn't make one. */
  private static boolean isPaused(Workload workload) {
    return workload.details() instanceof WorkloadDetails.Deployment deployment
        && deployment.paused();
  }

  private List<String> attemptedNames(Key key, List<Pod> alive) {
    Set<String> names = new LinkedHashSet<>();
    failures.getOrDefault(key, List.of()).stream()
        .sorted(Comparator.comparing((Event e) -> e.lastSeen().orElse(Instant.EPOCH)).reversed())
        .map(e -> ATTEMPTED_NAME.matcher(e.note()))
        .filter(Matcher::find)
        .forEach(m -> names.add(m.group(1)));
    alive.forEach(p -> names.remove(p.name()));
    return List.copyOf(names);
  }

  private Key rootOf(Key key) {
    return rootOf(key, metadata(key).flatMap(ObjectMeta::controller));
  }

  private Key rootOf(Key key, Optional<OwnerReference> controller) {
    Key current = key;
    Optional<OwnerReference> owner = controller;
    for (int depth = 0; depth < DEEPEST; depth++) {
      if (owner.isEmpty() || owner.get().kind().equals("Node")) {
        return current;
      }
      current = ownerKey(current.namespace(), owner.get());
      owner = metadata(current).flatMap(ObjectMeta::controller);
    }
    return current;
  }

  private Optional<ObjectMeta> metadata(Key key) {
    return key.kind().equals("Pod")
        ? cluster.find(Pod.class, key.namespace(), key.name()).map(Pod::metadata)
        : Optional.ofNullable(byKey.get(key)).map(Workload::metadata);
  }

  private ObjectReference reference(Key key) {
    String uid = metadata(key).map(ObjectMeta::uid).orElse("");
    return new ObjectReference(key.kind(), key.namespace(), key.name(), uid);
  }

  private static Key key(String kind, ObjectMeta meta) {
    return new Key(kind, meta.namespace(), meta.name());
  }

  private static Key ownerKey(String namespace, OwnerReference owner) {
    return new Key(owner.kind(), namespace, owner.name());
  }
}
