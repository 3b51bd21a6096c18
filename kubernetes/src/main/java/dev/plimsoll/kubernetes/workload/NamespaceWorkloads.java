package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.TerminatingNamespaces;
import dev.plimsoll.kubernetes.daemon.DaemonPods;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectReference;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The pods of a namespace, gathered under their outermost owners. */
final class NamespaceWorkloads {
  private static final Pattern ATTEMPTED_NAME = Pattern.compile("pods \"([^\"]+)\" is forbidden");

  private static final Set<String> BUILT_IN = Set.of("", "apps", "batch", "extensions");

  private final Cluster cluster;
  private final String namespace;
  private final List<Event> events;
  private final Map<KindAndName, Workload> byKey = new HashMap<>();
  private final ControllerRefs refs;
  private final Map<KindAndName, List<Pod>> podsByOwner = new HashMap<>();
  private final Set<KindAndName> withChildren = new LinkedHashSet<>();
  private final Map<KindAndName, List<Event>> failures = new HashMap<>();
  private final Map<KindAndName, WorkloadPods> list = new LinkedHashMap<>();

  /**
   * Gathers the pods of a namespace.
   *
   * @param failures the events of the namespace's objects that tell of a failed creation
   */
  NamespaceWorkloads(Cluster cluster, String namespace, List<Event> failures) {
    this.cluster = cluster;
    this.namespace = namespace;
    this.events = List.copyOf(failures);
    this.refs = new ControllerRefs(cluster, byKey);
    index();
    gather();
  }

  /** Returns whether gathering would give the same in another version of the cluster. */
  boolean isOf(Cluster other, List<Event> failures) {
    return cluster.hasSame(Workload.class, namespace, other)
        && cluster.hasSame(Pod.class, namespace, other)
        && cluster.hasSame(Node.class, other)
        && cluster.covers(Node.RESOURCE) == other.covers(Node.RESOURCE)
        && cluster.covers(Pod.RESOURCE, namespace) == other.covers(Pod.RESOURCE, namespace)
        && TerminatingNamespaces.contains(cluster, namespace)
            == TerminatingNamespaces.contains(other, namespace)
        && events.equals(failures);
  }

  /** Returns the workloads, in order of name. */
  Collection<WorkloadPods> list() {
    return Collections.unmodifiableCollection(list.values());
  }

  Optional<WorkloadPods> workloadOf(ObjectReference ref) {
    return Optional.ofNullable(list.get(refs.rootOf(KindAndName.of(ref))));
  }

  /** Returns an owner of pods by kind and name. */
  Optional<Workload> find(ObjectReference ref) {
    return Optional.ofNullable(byKey.get(KindAndName.of(ref)));
  }

  List<ObjectReference> controllers(ObjectReference ref) {
    return refs.above(ref);
  }

  private void index() {
    for (Workload w : cluster.list(Workload.class, namespace)) {
      byKey.put(KindAndName.of(w.type().kind(), w.metadata()), w);
    }
    for (Workload w : byKey.values()) {
      if (isQueueOf(w)) {
        continue;
      }
      refs.controller(w.metadata()).ifPresent(withChildren::add);
    }
    for (Pod pod : cluster.list(Pod.class, namespace)) {
      refs.controller(pod.metadata())
          .ifPresent(o -> podsByOwner.computeIfAbsent(o, k -> new ArrayList<>()).add(pod));
    }
    for (Event event : events) {
      failures
          .computeIfAbsent(KindAndName.of(event.regarding()), k -> new ArrayList<>())
          .add(event);
    }
  }

  /** Returns whether a workload is the queue entry of its owner. The owner creates the pods. */
  private static boolean isQueueOf(Workload workload) {
    return workload.details() instanceof WorkloadDetails.Queued
        && workload.metadata().controller().isPresent();
  }

  private void gather() {
    Map<KindAndName, List<PodTemplateOwner>> templateOwners = new HashMap<>();
    Map<KindAndName, List<Pod>> pods = new HashMap<>();
    Set<KindAndName> roots = new LinkedHashSet<>();
    byKey.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(ORDER))
        .forEach(
            e -> {
              KindAndName root = refs.rootOf(e.getKey());
              roots.add(root);
              if (!withChildren.contains(e.getKey()) && !isQueueOf(e.getValue())) {
                templateOwners
                    .computeIfAbsent(root, k -> new ArrayList<>())
                    .addAll(templateOwnersOf(e.getKey(), e.getValue()));
              }
            });
    for (Pod pod : cluster.list(Pod.class, namespace)) {
      KindAndName root =
          refs.rootOf(KindAndName.of("Pod", pod.metadata()), refs.controller(pod.metadata()));
      roots.add(root);
      pods.computeIfAbsent(root, k -> new ArrayList<>()).add(pod);
    }
    roots.stream()
        .sorted(ORDER)
        .forEach(
            root -> {
              list.put(
                  root,
                  new WorkloadPods(
                      refs.reference(root),
                      templateOwners.getOrDefault(root, List.of()),
                      pods.getOrDefault(root, List.of())));
            });
  }

  private static final Comparator<KindAndName> ORDER =
      Comparator.comparing(KindAndName::name).thenComparing(KindAndName::kind);

  private List<PodTemplateOwner> templateOwnersOf(KindAndName key, Workload workload) {
    List<Pod> alive =
        podsByOwner.getOrDefault(key, List.of()).stream()
            .filter(p -> isThere(workload, p))
            .toList();
    boolean idle =
        workload.inactive()
            || isPaused(workload)
            || Inactivity.isBeingDeleted(cluster, workload)
            || workload.isManagedElsewhere()
            || !createsPods(key, workload);
    int[] missing =
        TemplateMatch.missing(
            workload, alive.stream().filter(p -> !isReplaced(workload, p)).toList());
    boolean only = workload.templates().size() == 1;
    List<PodTemplateOwner> templateOwners = new ArrayList<>();
    for (int i = 0; i < missing.length; i++) {
      PodTemplateOwner owner =
          new PodTemplateOwner(
              workload,
              workload.templates().get(i),
              only ? alive : List.of(),
              idle ? 0 : missing[i],
              attemptedNames(key, workload, alive));
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
  private boolean createsPods(KindAndName key, Workload workload) {
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

  private List<String> attemptedNames(KindAndName key, Workload workload, List<Pod> alive) {
    Set<String> names = new LinkedHashSet<>();
    failures.getOrDefault(key, List.of()).stream()
        .filter(e -> e.isAbout(workload))
        .sorted(Comparator.comparing((Event e) -> e.lastSeen().orElse(Instant.EPOCH)).reversed())
        .map(e -> ATTEMPTED_NAME.matcher(e.note()))
        .filter(Matcher::find)
        .forEach(m -> names.add(m.group(1)));
    alive.forEach(p -> names.remove(p.name()));
    return List.copyOf(names);
  }

  /** The next pod of a StatefulSet has the name of the last one, which must be gone first. */
  private static boolean isThere(Workload workload, Pod pod) {
    return !pod.isTerminal()
        || (workload.details() instanceof WorkloadDetails.StatefulSet && pod.isTerminating());
  }
}
