package dev.plimsoll.kubernetes.workload;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.HorizontalPodAutoscaler;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.quantity.Counted;
import java.util.Locale;
import java.util.Optional;

/**
 * Scales workloads into the bounds of their HorizontalPodAutoscalers. Metrics, which choose a
 * number within the bounds, are not modelled.
 *
 * <p>Source: {@code reconcileAutoscaler} in {@code pkg/controller/podautoscaler/horizontal.go}.
 */
public final class HorizontalController {
  private HorizontalController() {}

  /** Returns the autoscaler of a workload, if it has one. */
  public static Optional<HorizontalPodAutoscaler> autoscaler(Cluster cluster, Workload workload) {
    return cluster.list(HorizontalPodAutoscaler.class, workload.namespace()).stream()
        .filter(a -> a.scales(workload))
        .findFirst();
  }

  /** Returns between which numbers an autoscaler scales its target. */
  public static String sentence(HorizontalPodAutoscaler autoscaler) {
    int least = autoscaler.minReplicas();
    int most = autoscaler.maxReplicas();
    return "horizontalpodautoscaler/%s keeps %s/%s %s"
        .formatted(
            autoscaler.name(),
            autoscaler.targetType().kind().toLowerCase(Locale.ROOT),
            autoscaler.targetName(),
            least == most
                ? "at " + Counted.of(most, "pod")
                : "between " + least + " and " + most + " pods");
  }

  /** Returns the nearest number within the bounds. A workload with 0 replicas is left alone. */
  public static int bounded(HorizontalPodAutoscaler autoscaler, int replicas) {
    return replicas == 0
        ? 0
        : Math.min(autoscaler.maxReplicas(), Math.max(autoscaler.minReplicas(), replicas));
  }
}
