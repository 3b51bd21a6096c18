package dev.plimsoll.model.placement.framework;

import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.cluster.Unread;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.placement.snapshot.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The profiles of kube-scheduler: a pod is scheduled by the one that it names.
 *
 * <p>Source: {@code responsibleForPod} in {@code pkg/scheduler/eventhandlers.go}: a scheduler looks
 * at the pods that name one of its profiles, and at no others.
 *
 * @param byName each profile's scheduler by the name that pods give; at least one
 */
public record SchedulerProfiles(Map<String, Scheduler> byName) {

  /** Makes the map unmodifiable. */
  public SchedulerProfiles {
    byName = Map.copyOf(byName);
  }

  /**
   * Returns a scheduler under the name of the default profile, and under that of a second
   * kube-scheduler as {@code manifests/second-scheduler} names it.
   */
  public static SchedulerProfiles standard(Scheduler scheduler) {
    return new SchedulerProfiles(Map.of("default-scheduler", scheduler, "plimsoll", scheduler));
  }

  /** Returns whether kube-scheduler looks at the pod. */
  public boolean isResponsible(Pod pod) {
    return byName.containsKey(pod.spec().schedulerName());
  }

  /** A pod that names no profile never gets as far as that it matters which one this is. */
  private Scheduler of(Pod pod) {
    return byName.getOrDefault(
        pod.spec().schedulerName(), new TreeMap<>(byName).firstEntry().getValue());
  }

  /** Returns what the profile that the pod names makes of it. */
  public ScheduleResult schedule(Snapshot snapshot, Pod pod) {
    return of(pod).schedule(snapshot, pod);
  }

  /** Returns what {@link Scheduler#unread} does. */
  public Unread unread(Snapshot snapshot, Pod pod) {
    return of(pod).unread(snapshot, pod);
  }

  /** Returns what {@link Scheduler#countPlaceable} does. */
  public OptionalInt countPlaceable(Snapshot snapshot, Pod pod, int most) {
    return of(pod).countPlaceable(snapshot, pod, most);
  }

  /** Returns what {@link Scheduler#looksBeyondNode} does. */
  public boolean looksBeyondNode(Snapshot snapshot, Pod pod) {
    return of(pod).looksBeyondNode(snapshot, pod);
  }

  /** Returns what {@link Scheduler#selectHost} does. */
  public String selectHost(Snapshot snapshot, Pod pod, List<String> feasible) {
    return of(pod).selectHost(snapshot, pod, feasible);
  }

  /** Returns what {@link Scheduler#reserve} does. */
  public Cluster reserve(Snapshot snapshot, Pod pod, String node) {
    return of(pod).reserve(snapshot, pod, node);
  }
}
