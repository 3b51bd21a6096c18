package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.Volume;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The rules for pods of StatefulSets: their order and their claims.
 *
 * <p>Sources: {@code processReplica} in {@code pkg/controller/statefulset/stateful_set_control.go},
 * {@code updateStorage} in {@code pkg/controller/statefulset/stateful_set_utils.go}.
 */
final class OrderedPods {
  private OrderedPods() {}

  static boolean isOrdered(Workload workload) {
    return workload.details() instanceof WorkloadDetails.StatefulSet set && set.ordered();
  }

  static int firstOrdinal(Workload workload) {
    return workload.details() instanceof WorkloadDetails.StatefulSet set ? set.firstOrdinal() : 0;
  }

  /**
   * Returns the first pod before the named pod that isn't running, isn't ready or is terminating.
   */
  static Optional<Pod> firstNotReady(Workload workload, List<Pod> pods, String next) {
    int end = ordinal(workload, next);
    return pods.stream()
        .filter(p -> ordinal(workload, p.name()) < end)
        .filter(p -> p.isTerminating() || !isRunningAndReady(p))
        .min(Comparator.comparingInt(p -> ordinal(workload, p.name())));
  }

  private static boolean isRunningAndReady(Pod pod) {
    return pod.status().phase().equals("Running") && pod.isReady();
  }

  static int ordinal(Workload workload, String pod) {
    String suffix = pod.substring(Math.min(pod.length(), workload.name().length() + 1));
    return suffix.matches("[0-9]{1,9}") ? Integer.parseInt(suffix) : Integer.MAX_VALUE;
  }

  /** Returns the template's spec with the volumes of the claims that the named pod gets. */
  static PodSpec specWithClaims(Workload workload, Workload.PodTemplate template, String pod) {
    if (!(workload.details() instanceof WorkloadDetails.StatefulSet set)
        || set.volumeClaimTemplates().isEmpty()) {
      return template.spec();
    }
    List<Volume> volumes = new ArrayList<>();
    for (PersistentVolumeClaim claim : set.volumeClaimTemplates()) {
      String name = claim.name() + "-" + pod;
      volumes.add(new Volume(claim.name(), Optional.of(name), Optional.of(claim)));
    }
    template.spec().volumes().stream()
        .filter(v -> volumes.stream().noneMatch(c -> c.name().equals(v.name())))
        .toList()
        .forEach(volumes::add);
    return template.spec().withVolumes(volumes);
  }
}
