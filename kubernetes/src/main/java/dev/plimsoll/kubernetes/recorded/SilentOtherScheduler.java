package dev.plimsoll.kubernetes.recorded;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Pod;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Schedulers other than kube-scheduler that show no sign of having seen a pod. The pod has no
 * condition {@code PodScheduled}, no event is about the pod, and the scheduler has placed no other
 * pod since. Then the scheduler doesn't run, or doesn't exist.
 *
 * <p>Source: {@code setPodNodeAndMetadata} in {@code pkg/registry/core/pod/storage/storage.go}.
 */
public final class SilentOtherScheduler {
  private final Cluster cluster;
  private final Map<String, Instant> lastPlaced = new HashMap<>();

  /** Looks for the last pod that each scheduler has placed. */
  public SilentOtherScheduler(Cluster cluster) {
    this.cluster = cluster;
    for (Pod pod : cluster.list(Pod.class)) {
      if (pod.isBound()) {
        lastPlaced.merge(
            pod.spec().schedulerName(),
            placedAt(pod),
            (one, other) -> one.isAfter(other) ? one : other);
      }
    }
  }

  /** The API server sets the condition as it binds a pod to a node. */
  private static Instant placedAt(Pod pod) {
    return pod.status()
        .condition("PodScheduled")
        .filter(c -> c.status().equals("True"))
        .flatMap(c -> c.lastTransitionTime())
        .or(() -> pod.status().startTime())
        .or(() -> pod.metadata().creationTimestamp())
        .orElse(Instant.EPOCH);
  }

  /** Returns the creation of a pod, if nothing shows that the pod's scheduler has seen the pod. */
  public Optional<Instant> since(Pod pod) {
    return SilentScheduler.since(cluster, pod)
        .filter(t -> ClusterRecord.eventsAbout(cluster, pod).findAny().isEmpty())
        .filter(
            t ->
                Optional.ofNullable(lastPlaced.get(pod.spec().schedulerName()))
                    .filter(last -> !last.isBefore(t))
                    .isEmpty());
  }

  /**
   * Returns a sentence's part about a scheduler.
   *
   * @param since since when its pods wait
   * @param namespace where they are
   */
  public String sentence(String scheduler, Instant since, String namespace) {
    String silence =
        cluster.covers(Event.RESOURCE, namespace)
            ? "without a condition or an event"
            : "without a condition";
    return "since %s, %s; %s".formatted(since, silence, placed(scheduler));
  }

  private String placed(String scheduler) {
    Instant last = lastPlaced.get(scheduler);
    if (last != null) {
      return "the last pod that names %s got its node at %s: the scheduler may not be running"
          .formatted(scheduler, last);
    }
    return cluster.covers(Pod.RESOURCE)
        ? "no pod that names %s has a node: the scheduler may not be running, or its name may be wrong"
            .formatted(scheduler)
        : "no pod that was read and names %s has a node".formatted(scheduler);
  }
}
