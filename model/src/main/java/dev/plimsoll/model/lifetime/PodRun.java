package dev.plimsoll.model.lifetime;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Condition;
import dev.plimsoll.kubernetes.object.ContainerState;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.pod.PodResources;
import dev.plimsoll.kubernetes.pod.PodResourcesOptions;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * One run of a pod on a node, ended or not.
 *
 * @param owner whose pod it is
 * @param tenant the tenant, or the namespace where there are no tenants
 * @param devices how many devices the pod requests: the sum of its extended resources
 * @param created when the pod was created
 * @param started when the pod got its node
 * @param ended when it gave its resources back; absent while it runs
 * @param deadlineSeconds after how long kubelet ends it
 * @param isCensored whether the end says nothing of how long the pod would have run: an eviction
 */
public record PodRun(
    OwnerKey owner,
    String tenant,
    long devices,
    Instant created,
    Instant started,
    Optional<Instant> ended,
    OptionalLong deadlineSeconds,
    boolean isCensored) {

  /** Makes a run of a pod that started once it was created, and that wasn't evicted. */
  public PodRun(
      OwnerKey owner,
      String tenant,
      long devices,
      Instant started,
      Optional<Instant> ended,
      OptionalLong deadlineSeconds) {
    this(owner, tenant, devices, started, started, ended, deadlineSeconds, false);
  }

  /** Returns the run of a pod as the cluster recorded it; empty if it has never had a node. */
  public static Optional<PodRun> of(Pod pod, String tenant, Cluster cluster) {
    Optional<Instant> started = started(pod);
    Optional<Instant> ended = pod.isTerminal() ? ended(pod) : Optional.empty();
    boolean isKnown = started.isPresent() && (!pod.isTerminal() || ended.isPresent());
    return isKnown
        ? Optional.of(
            new PodRun(
                OwnerKey.of(pod, cluster),
                tenant,
                devices(pod),
                pod.metadata().creationTimestamp().orElse(started.get()),
                started.get(),
                ended.map(e -> e.isBefore(started.get()) ? started.get() : e),
                pod.spec().activeDeadlineSeconds(),
                isEvicted(pod)))
        : Optional.empty();
  }

  /** Returns the run with an end. */
  public PodRun withEnd(Instant end) {
    return new PodRun(
        owner, tenant, devices, created, started, Optional.of(end), deadlineSeconds, isCensored);
  }

  /** Returns how many devices a pod requests. */
  public static long devices(Pod pod) {
    Resources requests = PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING);
    return requests.names().stream()
        .filter(ResourceName::isExtended)
        .mapToLong(n -> requests.getOrZero(n).value())
        .sum();
  }

  /** Returns when a pod got its node, by its condition, else when kubelet saw it. */
  public static Optional<Instant> started(Pod pod) {
    return pod.isBound()
        ? pod.status()
            .condition("PodScheduled")
            .filter(c -> c.status().equals("True"))
            .flatMap(Condition::lastTransitionTime)
            .or(() -> pod.status().startTime())
            .or(() -> pod.metadata().creationTimestamp())
        : Optional.empty();
  }

  /** Returns when the last container of a pod ended. */
  public static Optional<Instant> ended(Pod pod) {
    return Stream.concat(
            pod.status().containerStatuses().stream(),
            pod.status().initContainerStatuses().stream())
        .map(dev.plimsoll.kubernetes.object.ContainerStatus::state)
        .filter(ContainerState.Terminated.class::isInstance)
        .flatMap(s -> ((ContainerState.Terminated) s).finishedAt().stream())
        .max(Comparator.naturalOrder());
  }

  private static boolean isEvicted(Pod pod) {
    return pod.status()
        .condition("DisruptionTarget")
        .filter(c -> c.status().equals("True"))
        .isPresent();
  }
}
