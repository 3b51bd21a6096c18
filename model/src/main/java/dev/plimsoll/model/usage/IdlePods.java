package dev.plimsoll.model.usage;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.usage.DeviceUsage;
import dev.plimsoll.kubernetes.usage.MeasuredUsage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Finds pods that hold devices and don't use them, by the measured usage of a cluster. */
public final class IdlePods {
  private IdlePods() {}

  /** Whether devices are in use. */
  public enum Use {
    /** Not all of the pod's devices were measured, or they are unused for less than the window. */
    UNKNOWN,
    /** Used at the last sample. */
    BUSY,
    /** Unused for the whole window. */
    IDLE
  }

  /**
   * Returns whether a pod uses its units of a resource. The units of a pod have one answer. It is
   * unknown for network adapters and the like, which have no series of their own.
   */
  public static Use use(Cluster cluster, Pod pod, ResourceName resource) {
    Optional<MeasuredUsage> measured = cluster.usage();
    if (measured.isEmpty()
        || !HeldDevices.of(cluster, pod).units().containsKey(resource)
        || !isMeasured(cluster, measured.get(), pod)) {
      return Use.UNKNOWN;
    }
    boolean isUsed = usage(cluster, pod).filter(u -> u.quietSince().isEmpty()).isPresent();
    return isUsed ? Use.BUSY : idleSince(cluster, pod).map(s -> Use.IDLE).orElse(Use.UNKNOWN);
  }

  /**
   * Returns the time since which a pod holds devices without using them. Empty if the pod uses
   * devices, holds none, is being deleted, or if its usage isn't known.
   */
  public static Optional<Instant> idleSince(Cluster cluster, Pod pod) {
    HeldDevices held = HeldDevices.of(cluster, pod);
    Optional<Instant> started = started(pod);
    Optional<DeviceUsage> usage = usage(cluster, pod);
    return held.isEmpty() || pod.isTerminating() || started.isEmpty() || usage.isEmpty()
        ? Optional.empty()
        : cluster
            .usage()
            .map(MeasuredUsage::rule)
            .flatMap(r -> r.idleSince(usage.get(), started.get(), held.measured(), cluster.asOf()));
  }

  /**
   * Returns the pods that hold devices whose usage isn't known. Pods that are younger than the
   * window are left out: they can't be idle yet.
   */
  public static List<Pod> unmeasured(Cluster cluster, MeasuredUsage measured) {
    return cluster.list(Pod.class).stream()
        .filter(p -> !p.isTerminating() && !HeldDevices.of(cluster, p).isEmpty())
        .filter(p -> !isYoung(cluster, measured, p) && !isMeasured(cluster, measured, p))
        .toList();
  }

  private static boolean isYoung(Cluster cluster, MeasuredUsage measured, Pod pod) {
    return started(pod)
        .filter(s -> s.plus(measured.rule().window()).isAfter(cluster.asOf()))
        .isPresent();
  }

  private static boolean isMeasured(Cluster cluster, MeasuredUsage measured, Pod pod) {
    long held = HeldDevices.of(cluster, pod).measured();
    return started(pod).isPresent()
        && measured
            .of(pod.namespace(), pod.name())
            .filter(u -> u.devices() >= held)
            .filter(u -> measured.rule().isMeasured(u, started(pod).get(), cluster.asOf()))
            .isPresent();
  }

  /** Returns the usage under a pod's name, if it was measured. */
  public static Optional<DeviceUsage> usage(Cluster cluster, Pod pod) {
    return cluster.usage().flatMap(u -> u.of(pod.namespace(), pod.name()));
  }

  private static Optional<Instant> started(Pod pod) {
    return pod.status().startTime().or(() -> pod.metadata().creationTimestamp());
  }
}
