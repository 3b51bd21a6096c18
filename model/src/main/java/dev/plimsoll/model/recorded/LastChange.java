package dev.plimsoll.model.recorded;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.ContainerState;
import dev.plimsoll.model.object.ContainerStatus;
import dev.plimsoll.model.object.Event;
import dev.plimsoll.model.object.LimitRange;
import dev.plimsoll.model.object.Namespace;
import dev.plimsoll.model.object.PersistentVolumeClaim;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.PriorityClass;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.object.ServiceAccount;
import dev.plimsoll.model.object.Workload;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * When last something changed that a component's word depends on, as far as a snapshot shows it: by
 * creations, deletions, ends of containers, and events of nodes. That a spec was edited, or a pod
 * is gone, leaves no time behind.
 */
public final class LastChange {
  private static final Set<String> OF_NODES =
      Set.of("NodeReady", "NodeSchedulable", "RegisteredNode", "NodeHasSufficientMemory");

  private LastChange() {}

  /** Returns when last something changed that the placement of any pod depends on. */
  public static Optional<Instant> ofCapacity(Cluster cluster) {
    Stream<Instant> nodes =
        Stream.concat(
            created(cluster.nodes()),
            cluster.list(Event.class).stream()
                .filter(e -> OF_NODES.contains(e.reason()))
                .flatMap(e -> e.lastSeen().stream()));
    Stream<Instant> pods = cluster.list(Pod.class).stream().flatMap(LastChange::ends);
    return Stream.concat(nodes, pods).max(Comparator.naturalOrder());
  }

  /** Returns when last something changed that the placement of one pod alone depends on. */
  static Stream<Instant> ofPod(Cluster cluster, Pod pod) {
    return Stream.concat(
        pod.metadata().creationTimestamp().stream(),
        created(cluster.list(PersistentVolumeClaim.class, pod.namespace())));
  }

  /** Returns when last something changed that the creation of an owner's pods depends on. */
  static Optional<Instant> ofAdmission(Cluster cluster, Workload owner) {
    String namespace = owner.namespace();
    return Stream.of(
            owner.metadata().creationTimestamp().stream(),
            created(cluster.list(ResourceQuota.class, namespace)),
            created(cluster.list(LimitRange.class, namespace)),
            created(cluster.list(PriorityClass.class)),
            created(accounts(cluster, owner)),
            cluster.find(Namespace.class, "", namespace).stream()
                .flatMap(n -> n.metadata().creationTimestamp().stream()),
            cluster.list(Pod.class, namespace).stream().flatMap(LastChange::ends))
        .flatMap(s -> s)
        .max(Comparator.naturalOrder());
  }

  private static List<ServiceAccount> accounts(Cluster cluster, Workload owner) {
    return owner.templates().stream()
        .map(t -> t.spec().serviceAccountName())
        .distinct()
        .flatMap(a -> cluster.find(ServiceAccount.class, owner.namespace(), a).stream())
        .toList();
  }

  private static Stream<Instant> created(Collection<? extends ApiObject> objects) {
    return objects.stream().flatMap(o -> o.metadata().creationTimestamp().stream());
  }

  /** Returns when a pod gave up what it held, or is to. */
  private static Stream<Instant> ends(Pod pod) {
    Stream<Instant> ended =
        pod.isTerminal()
            ? pod.status().containerStatuses().stream()
                .map(ContainerStatus::state)
                .filter(ContainerState.Terminated.class::isInstance)
                .flatMap(s -> ((ContainerState.Terminated) s).finishedAt().stream())
            : Stream.empty();
    return Stream.concat(pod.metadata().deletionTimestamp().stream(), ended);
  }
}
