package dev.plimsoll.model.placement.framework;

import dev.plimsoll.model.object.Pod;
import java.util.Set;

/**
 * Which schedulers are kube-scheduler: its default profile, and the profile of a second
 * kube-scheduler as {@code manifests/second-scheduler} names it.
 *
 * <p>Source: {@code responsibleForPod} in {@code pkg/scheduler/eventhandlers.go}: a scheduler looks
 * at the pods that name one of its profiles, and at no others.
 */
public final class SchedulerNames {
  private static final Set<String> OF_KUBE_SCHEDULER = Set.of("default-scheduler", "plimsoll");

  private SchedulerNames() {}

  /** Returns whether kube-scheduler looks at the pod. */
  public static boolean isKubeScheduler(Pod pod) {
    return OF_KUBE_SCHEDULER.contains(pod.spec().schedulerName());
  }
}
