package dev.plimsoll.kubernetes.recorded;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.ContainerState;
import dev.plimsoll.kubernetes.object.ContainerStatus;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PriorityClass;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.RuntimeClass;
import dev.plimsoll.kubernetes.object.ServiceAccount;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The last change of an object that a component's record depends on, as far as a snapshot shows it.
 * Creations, managed fields, deletions, ends of containers and events of nodes show changes. A
 * deleted pod leaves no time behind.
 *
 * @param what the object, such as {@code resourcequota gpu}
 * @param time when it changed
 */
public record LastChange(String what, Instant time) {
  private static final Set<String> OF_NODES =
      Set.of("NodeReady", "NodeSchedulable", "RegisteredNode", "NodeHasSufficientMemory");

  private static final Comparator<LastChange> OLDEST_FIRST = Comparator.comparing(LastChange::time);

  /** Returns the last change that the placement of any pod depends on. */
  public static Optional<LastChange> ofCapacity(Cluster cluster) {
    Stream<LastChange> nodes =
        Stream.concat(
            written(cluster.nodes()),
            cluster.list(Event.class).stream()
                .filter(e -> OF_NODES.contains(e.reason()))
                .flatMap(
                    e ->
                        e.lastSeen().stream()
                            .map(t -> new LastChange("node " + e.regarding().name(), t))));
    return last(Stream.concat(nodes, ends(cluster.list(Pod.class))));
  }

  /** Returns the changes that the placement of one pod alone depends on. */
  static Stream<LastChange> ofPod(Cluster cluster, Pod pod) {
    return Stream.concat(
        written(List.of(pod)), written(cluster.list(PersistentVolumeClaim.class, pod.namespace())));
  }

  /** Returns the last change that the creation of an owner's pods may depend on. */
  static Optional<LastChange> ofAdmission(Cluster cluster, Workload owner) {
    String namespace = owner.namespace();
    return last(
        Stream.of(
                created(List.of(owner)),
                created(cluster.list(ResourceQuota.class, namespace)),
                written(cluster.list(LimitRange.class, namespace)),
                written(cluster.list(PriorityClass.class)),
                written(accounts(cluster, owner)),
                written(namespace(cluster, owner)),
                ends(cluster.list(Pod.class, namespace)))
            .flatMap(s -> s));
  }

  /** Returns the last change of what a plug-in goes by that denied an owner's pods. */
  static Optional<LastChange> ofAdmission(Cluster cluster, Workload owner, Denier denier) {
    String namespace = owner.namespace();
    Stream<LastChange> rules =
        switch (denier.plugin()) {
          case "ResourceQuota" ->
              Stream.of(
                      written(cluster.list(ResourceQuota.class, namespace)),
                      written(cluster.list(ClusterResourceQuota.class)),
                      written(cluster.list(LedgerSummary.class)),
                      ends(cluster.list(Pod.class, namespace)))
                  .flatMap(s -> s);
          case "ServiceAccount" -> written(accounts(cluster, owner));
          case "Priority" -> written(cluster.list(PriorityClass.class));
          case "RuntimeClass" -> written(cluster.list(RuntimeClass.class));
          case "ValidatingAdmissionPolicy" ->
              Stream.concat(
                  written(cluster.list(ValidatingAdmissionPolicy.class)),
                  written(cluster.list(ValidatingAdmissionPolicyBinding.class)));
          default -> Stream.empty();
        };
    return last(Stream.concat(besidesQuotas(cluster, owner).stream(), rules));
  }

  /**
   * Returns the last change of an object, other than a quota, that denials of any plug-in depend
   * on.
   */
  static Optional<LastChange> besidesQuotas(Cluster cluster, Workload owner) {
    return last(
        Stream.of(
                written(List.of(owner)),
                written(namespace(cluster, owner)),
                written(cluster.list(LimitRange.class, owner.namespace())))
            .flatMap(s -> s));
  }

  /** Returns the last write of an object, if its time is known. */
  static Optional<LastChange> of(ApiObject object) {
    return written(List.of(object)).findFirst();
  }

  /** Returns the last of some changes. */
  static Optional<LastChange> last(Stream<LastChange> changes) {
    return changes.max(OLDEST_FIRST);
  }

  private static List<Namespace> namespace(Cluster cluster, Workload owner) {
    return cluster.find(Namespace.class, "", owner.namespace()).stream().toList();
  }

  private static List<ServiceAccount> accounts(Cluster cluster, Workload owner) {
    return owner.templates().stream()
        .map(t -> t.spec().serviceAccountName())
        .distinct()
        .flatMap(a -> cluster.find(ServiceAccount.class, owner.namespace(), a).stream())
        .toList();
  }

  private static Stream<LastChange> created(Collection<? extends ApiObject> objects) {
    return objects.stream()
        .flatMap(o -> o.metadata().creationTimestamp().stream().map(t -> of(o, t)));
  }

  private static Stream<LastChange> written(Collection<? extends ApiObject> objects) {
    return objects.stream().flatMap(o -> o.metadata().lastWritten().stream().map(t -> of(o, t)));
  }

  private static LastChange of(ApiObject object, Instant time) {
    return new LastChange(Workloads.label(object.reference()), time);
  }

  /** Returns when pods gave up what they held, or are to. */
  private static Stream<LastChange> ends(Collection<Pod> pods) {
    return pods.stream().flatMap(p -> ends(p).map(t -> of(p, t)));
  }

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
