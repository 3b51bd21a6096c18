package dev.plimsoll.kubernetes.placement.framework;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.placement.snapshot.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The profiles of kube-scheduler; each pod names the profile that schedules it.
 *
 * <p>Source: {@code responsibleForPod} in {@code pkg/scheduler/eventhandlers.go}: a scheduler
 * handles only the pods that name one of its profiles.
 *
 * @param byName each profile's scheduler by the name that pods give; at least one
 */
public record SchedulerProfiles(Map<String, Scheduler> byName) {

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

  /** Returns the result of the profile that the pod names. */
  public ScheduleResult schedule(Snapshot snapshot, Pod pod) {
    return of(pod).schedule(snapshot, pod);
  }

  /** Calls {@link Scheduler#unread} of the pod's profile. */
  public Unread unread(Snapshot snapshot, Pod pod) {
    return of(pod).unread(snapshot, pod);
  }

  /** Calls {@link Scheduler#countPlaceable} of the pod's profile. */
  public OptionalInt countPlaceable(Snapshot snapshot, Pod pod, int most) {
    return of(pod).countPlaceable(snapshot, pod, most);
  }

  /** Calls {@link Scheduler#looksBeyondNode} of the pod's profile. */
  public boolean looksBeyondNode(Snapshot snapshot, Pod pod) {
    return of(pod).looksBeyondNode(snapshot, pod);
  }

  /** Calls {@link Scheduler#selectHost} of the pod's profile. */
  public String selectHost(Snapshot snapshot, Pod pod, List<String> feasible) {
    return of(pod).selectHost(snapshot, pod, feasible);
  }

  /** Calls {@link Scheduler#reserve} of the pod's profile. */
  public Cluster reserve(Snapshot snapshot, Pod pod, String node) {
    return of(pod).reserve(snapshot, pod, node);
  }
}
