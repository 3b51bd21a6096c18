package dev.plimsoll.kube.watch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ClusterBuilder;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ResourceVersion;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The current snapshot. Changes are made by one thread at a time; readers take the snapshot as it
 * is and never wait. A snapshot is as of its last change; {@link Cluster#at} gives it the present
 * time.
 */
public final class ClusterStore {
  private static final System.Logger LOG = System.getLogger(ClusterStore.class.getName());

  private final List<WatchedKind> kinds;
  private final Clock clock;
  private final List<ChangeListener> listeners = new CopyOnWriteArrayList<>();

  /** Written under the lock, so that changes follow each other; read by any thread. */
  private volatile Cluster cluster;

  @GuardedBy("this")
  private final SortedMap<GroupResource, String> versions = new TreeMap<>();

  /** Where the server serves a resource, if not in the version that is best. */
  @GuardedBy("this")
  private final Map<GroupResource, ApiResource> served = new HashMap<>();

  ClusterStore(List<WatchedKind> kinds, Clock clock) {
    this.kinds = kinds;
    this.clock = clock;
    ClusterBuilder empty = Cluster.builder(clock.instant());
    kinds.stream()
        .filter(k -> !k.mayBeLeftOut())
        .forEach(k -> empty.listed(k.resource().resource()));
    this.cluster = empty.build();
  }

  /** Returns the snapshot as of its last change. */
  public Cluster cluster() {
    return cluster;
  }

  /** Returns the snapshot as of its last change, with the versions that it is of. */
  public synchronized ObservedCluster observed() {
    return new ObservedCluster(cluster, versions);
  }

  /** Notes that all changes of a resource up to a version are in the snapshot. */
  synchronized void reached(GroupResource resource, String version) {
    if (ResourceVersion.isNewer(version, versions.getOrDefault(resource, ""))) {
      versions.put(resource, version);
    }
  }

  /**
   * Adds a listener. The listener gets changes after they show in the snapshot, under the store's
   * lock. An object that replaced another of its name is a deletion and a creation.
   *
   * @return the snapshot without the changes that the listener will be told
   */
  public synchronized Cluster addListener(ChangeListener listener) {
    listeners.add(listener);
    return cluster;
  }

  /** Returns the object that is held in the place of this one. */
  <T extends ApiObject> Optional<T> stored(T object) {
    @SuppressWarnings("unchecked")
    Class<T> type = (Class<T>) object.getClass();
    return cluster.find(type, object.namespace(), object.identity());
  }

  /** Returns the objects that are held of a kind. */
  List<ApiObject> stored(WatchedKind kind) {
    List<ApiObject> objects = new ArrayList<>();
    for (ApiObject object : cluster.list(kind.type())) {
      if (kind.includes(object)) {
        objects.add(object);
      }
    }
    return objects;
  }

  /** Notes what the API server says of itself. */
  synchronized void controlPlane(KubernetesControlPlane known) {
    cluster = cluster.withControlPlane(known);
  }

  /** Takes the object in, unless a newer one of its name is held. */
  synchronized void put(ApiObject object) {
    reached(object.resource(), object.metadata().resourceVersion());
    Optional<ApiObject> before = stored(object);
    if (before.isEmpty() || isUpdate(before.get(), object)) {
      put(before, object);
    }
  }

  private static boolean isUpdate(ApiObject stored, ApiObject object) {
    return !ResourceVersion.same(stored, object)
        && ResourceVersion.isNewer(
            object.metadata().resourceVersion(), stored.metadata().resourceVersion());
  }

  /**
   * Replaces stored objects regardless of their versions, in one step for readers. An object that
   * has changed since is left alone.
   *
   * @param corrections what was stored, and what is to be
   */
  synchronized void correct(List<ObjectChange> corrections) {
    Cluster next = cluster;
    List<ObjectChange> made = new ArrayList<>();
    for (ObjectChange correction : corrections) {
      ApiObject any = correction.after().or(correction::before).orElseThrow();
      if (stored(any).equals(correction.before())) {
        next = correction.after().isPresent() ? next.with(any) : next.without(any);
        made.add(correction);
      }
    }
    if (!made.isEmpty()) {
      publish(next, made);
    }
  }

  private void put(Optional<ApiObject> before, ApiObject object) {
    publish(cluster.with(object), List.of(new ObjectChange(before, Optional.of(object))));
  }

  /** Takes the object out, unless another one of its name has come since. */
  synchronized void remove(ApiObject object) {
    reached(object.resource(), object.metadata().resourceVersion());
    Optional<ApiObject> before = stored(object);
    if (before.isPresent() && isEndOf(before.get(), object)) {
      publish(cluster.without(object), List.of(new ObjectChange(before, Optional.empty())));
    }
  }

  /** Some servers tell the end of an object with its last version. */
  private static boolean isEndOf(ApiObject stored, ApiObject removed) {
    return stored.metadata().uid().equals(removed.metadata().uid())
        && (ResourceVersion.same(stored, removed)
            || ResourceVersion.isNewer(
                removed.metadata().resourceVersion(), stored.metadata().resourceVersion()));
  }

  /**
   * Replaces all objects of a kind by a list, in one step for readers. Objects newer than the list
   * stay.
   */
  synchronized void replace(
      WatchedKind kind, Collection<ApiObject> objects, String resourceVersion) {
    Map<String, ApiObject> newer = new HashMap<>();
    for (ApiObject object : cluster.list(kind.type())) {
      if (kind.includes(object)
          && !ResourceVersion.isNewer(resourceVersion, object.metadata().resourceVersion())
          && !resourceVersion.equals(object.metadata().resourceVersion())) {
        newer.put(key(object), object);
      }
    }
    reached(kind.resource().resource(), resourceVersion);
    List<ApiObject> all = new ArrayList<>(newer.values());
    objects.stream().filter(o -> !newer.containsKey(key(o))).forEach(all::add);
    replace(kind, all);
  }

  private static String key(ApiObject object) {
    return object.namespace() + "/" + object.identity();
  }

  /** Returns where the server serves a kind, as far as that is known. */
  synchronized ApiResource served(WatchedKind kind) {
    return served.getOrDefault(kind.resource().resource(), kind.resource());
  }

  /** Takes it that the server serves a resource in this version. */
  synchronized void serves(ApiResource resource) {
    served.put(resource.resource(), resource);
  }

  /** Puts a list in the place of all objects of a kind, which may be newer than the list. */
  synchronized void setBack(
      WatchedKind kind, Collection<ApiObject> objects, String resourceVersion) {
    versions.put(kind.resource().resource(), resourceVersion);
    replace(kind, objects);
  }

  /** Puts these in the place of all objects of a kind; readers see it done in one step. */
  synchronized void replace(WatchedKind kind, Collection<ApiObject> objects) {
    replace(kind, objects, Coverage.COMPLETE);
  }

  /** Takes out all objects of a kind that the server doesn't serve. */
  synchronized void notServed(WatchedKind kind) {
    replace(kind, List.of(), kind.coverageIfNotServed());
  }

  private void replace(WatchedKind kind, Collection<ApiObject> objects, Coverage coverage) {
    Cluster next = cluster.withCoverage(kind.resource().resource(), coverage);
    List<ObjectChange> objectChanges = new ArrayList<>();
    Set<String> kept = new HashSet<>();
    for (ApiObject object : objects) {
      kept.add(key(object));
      Optional<ApiObject> before = stored(object);
      if (before.isEmpty() || !ResourceVersion.same(before.get(), object)) {
        next = next.with(object);
        objectChanges.add(new ObjectChange(before, Optional.of(object)));
      }
    }
    for (ApiObject old : cluster.list(kind.type())) {
      if (kind.includes(old) && !kept.contains(key(old))) {
        next = next.without(old);
        objectChanges.add(new ObjectChange(Optional.of(old), Optional.empty()));
      }
    }
    if (kind.type().equals(Node.class)
        && next.controlPlane().origin() != KubernetesControlPlane.Origin.API_SERVER) {
      next =
          next.withControlPlane(
              KubernetesControlPlane.ofKubelets(
                  next.nodes().stream().map(Node::kubeletVersion).toList()));
    }
    boolean coversAsBefore = coverage.equals(cluster.coverage(kind.resource().resource()));
    if (objectChanges.isEmpty() && coversAsBefore) {
      cluster = next;
    } else {
      publish(next, objectChanges);
    }
  }

  /** Replaces a snapshot whose indexes are wrong with one rebuilt from the same objects. */
  synchronized boolean rebuildIfInconsistent() {
    ClusterBuilder builder = Cluster.builder(cluster.asOf()).controlPlane(cluster.controlPlane());
    kinds.forEach(k -> builder.addAll(cluster.list(k.type())));
    kinds.stream()
        .map(k -> k.resource().resource())
        .filter(cluster::covers)
        .forEach(builder::listed);
    Cluster rebuilt = builder.build();
    boolean isConsistent = IndexCheck.agree(cluster, rebuilt);
    if (!isConsistent) {
      publish(rebuilt, List.of());
    }
    return isConsistent;
  }

  private void publish(Cluster next, List<ObjectChange> objectChanges) {
    Cluster sized = next;
    List<ObjectChange> told = new ArrayList<>();
    for (ObjectChange change : objectChanges) {
      change.byIdentity().forEach(told::add);
      for (Pod pod : WholeNodePods.toSize(change, sized)) {
        Pod after = WholeNodePods.sized(pod, sized);
        sized = sized.with(after);
        told.add(new ObjectChange(Optional.of(pod), Optional.of(after)));
      }
    }
    cluster = sized.at(clock.instant());
    for (ChangeListener listener : listeners) {
      try {
        listener.changed(told, cluster);
      } catch (RuntimeException e) {
        LOG.log(
            System.Logger.Level.ERROR,
            "change listener failed; the cluster snapshot was updated anyway",
            e);
      }
    }
  }
}
