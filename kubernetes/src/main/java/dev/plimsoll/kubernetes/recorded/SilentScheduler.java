package dev.plimsoll.kubernetes.recorded;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * kube-scheduler gives each pod a node or a condition {@code PodScheduled}. A pod that has neither
 * after some time shows that kube-scheduler doesn't run, that its queue is long, or that a plug-in
 * holds the pod.
 *
 * <p>Source: {@code handleSchedulingFailure} in {@code pkg/scheduler/schedule_one.go}.
 */
public final class SilentScheduler {
  /** A queue of thousands of pods takes a minute. */
  private static final Duration USUAL = Duration.ofMinutes(2);

  private SilentScheduler() {}

  /** Returns the creation of a stored pod, if kube-scheduler should have spoken of it by now. */
  public static Optional<Instant> since(Cluster cluster, Pod pod) {
    boolean isDecided =
        pod.isBound()
            || pod.metadata().deletionTimestamp().isPresent()
            || !pod.spec().schedulingGates().isEmpty()
            || !pod.status().nominatedNodeName().isEmpty()
            || waitsForVolume(cluster, pod)
            || pod.status().conditions().stream().anyMatch(c -> c.type().equals("PodScheduled"));
    return isDecided
        ? Optional.empty()
        : pod.metadata()
            .creationTimestamp()
            .filter(t -> t.plus(USUAL).isBefore(cluster.asOf()))
            .filter(t -> ClusterRecord.ofScheduling(cluster, pod).isEmpty());
  }

  /** Returns whether kube-scheduler has chosen the node that a claim of the pod is made for. */
  private static boolean waitsForVolume(Cluster cluster, Pod pod) {
    return pod.spec().volumes().stream()
        .flatMap(
            v ->
                cluster
                    .find(PersistentVolumeClaim.class, pod.namespace(), v.claimName(pod))
                    .stream())
        .anyMatch(
            c ->
                c.metadata()
                    .annotations()
                    .containsKey(PersistentVolumeClaim.SELECTED_NODE_ANNOTATION));
  }

  /**
   * Says it in a sentence.
   *
   * @param scheduler the name that the pods have; a second kube-scheduler has a name of its own
   * @param pods {@code it} or {@code them}
   */
  public static String sentence(String scheduler, String pods, Instant since) {
    String who =
        scheduler.equals("default-scheduler") ? "kube-scheduler" : "the scheduler " + scheduler;
    return "%3$s has said nothing of %1$s since %2$s: %3$s does not run, its queue is long, or one of its plug-ins holds %1$s"
        .formatted(pods, since, who);
  }
}
