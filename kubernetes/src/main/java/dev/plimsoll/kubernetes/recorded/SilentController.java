package dev.plimsoll.kubernetes.recorded;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.workload.Inactivity;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.kubernetes.workload.Workloads;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A controller of kube-controller-manager observes each change of its objects within seconds, and
 * records that, an event or a condition. None of them after some time shows that
 * kube-controller-manager doesn't run, or that its queue is long.
 *
 * @param workload the object that waits for its controller
 * @param since when it was last changed, or a later time
 */
public record SilentController(Workload workload, Instant since) {
  /** A restart takes a minute, a queue of thousands of objects another. */
  private static final Duration USUAL = Duration.ofMinutes(2);

  /**
   * Returns the first object of a workload that waits for its controller: the root, or an owner.
   */
  public static Optional<SilentController> of(
      Cluster cluster, Workloads workloads, WorkloadPods workload) {
    return Stream.concat(
            workloads.find(workload.root()).stream(),
            workload.templateOwners().stream().map(PodTemplateOwner::workload))
        .flatMap(w -> of(cluster, w).stream())
        .findFirst();
  }

  /** Returns an object that its controller should have acted on by now. */
  private static Optional<SilentController> of(Cluster cluster, Workload workload) {
    return workload
        .unobserved()
        .filter(t -> t.plus(USUAL).isBefore(cluster.asOf()))
        .filter(t -> !workload.inactive() && !workload.isManagedElsewhere())
        .filter(
            t -> !Inactivity.isBeingDeleted(cluster, workload) && !hasSaid(cluster, workload, t))
        .map(t -> new SilentController(workload, t));
  }

  /** A controller that fails tells of it before it records the generation. */
  private static boolean hasSaid(Cluster cluster, Workload workload, Instant changed) {
    return workload.conditions().stream().anyMatch(c -> isSince(c.lastTransitionTime(), changed))
        || ClusterRecord.eventsAbout(cluster, workload)
            .anyMatch(e -> isSince(e.lastSeen(), changed));
  }

  private static boolean isSince(Optional<Instant> time, Instant changed) {
    return time.filter(t -> !t.isBefore(changed)).isPresent();
  }

  /** Returns whether the object has waited since its creation. */
  public boolean isOfCreation() {
    return workload.metadata().creationTimestamp().filter(since::equals).isPresent();
  }

  /** Says it in a sentence. */
  public String sentence() {
    String who = Workloads.label(workload.reference());
    return "the "
        + workload.type().kind()
        + " controller has not acted on "
        + (isOfCreation()
            ? who + ", which was created at " + since
            : "the last change of " + who + ", at " + since + " or before")
        + ": kube-controller-manager does not run, or its queue is long";
  }
}
