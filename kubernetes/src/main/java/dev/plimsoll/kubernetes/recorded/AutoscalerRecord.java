package dev.plimsoll.kubernetes.recorded;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Pod;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Finds the newest word of autoscalers on pods without a node. Cluster Autoscaler reports {@code
 * TriggeredScaleUp} and {@code NotTriggerScaleUp} ({@code
 * k8s.io/autoscaler/cluster-autoscaler/processors/status/eventing_scale_up_processor.go}), GKE's
 * also {@code FailedScaleUp}. Karpenter reports {@code Nominated} and {@code FailedScheduling}
 * ({@code sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling/events.go}).
 */
public final class AutoscalerRecord {
  /** The reason of Cluster Autoscaler's events about pods for which a node group grows. */
  public static final String TRIGGERED = "TriggeredScaleUp";

  /** The reason of Cluster Autoscaler's events about pods for which no node group grows. */
  public static final String DECLINED = "NotTriggerScaleUp";

  private static final String CLUSTER_AUTOSCALER = "cluster-autoscaler";
  private static final String KARPENTER = "karpenter";

  private static final Set<String> REASONS =
      Set.of(TRIGGERED, DECLINED, "FailedScaleUp", "Nominated", ClusterRecord.FAILED_SCHEDULING);

  private static final Comparator<Event> OLDEST_FIRST =
      Comparator.comparing(e -> e.lastSeen().orElse(Instant.EPOCH));

  /** Of two events at one time, the one with the first name counts. */
  private static final Comparator<Event> BY_NAME =
      Comparator.comparing(Event::namespace).thenComparing(Event::name);

  private AutoscalerRecord() {}

  /** Returns the newest event of each autoscaler about pods without a node, by its name. */
  public static List<Event> of(Cluster cluster, Collection<Pod> pods) {
    return List.copyOf(
        pods.stream()
            .filter(pod -> !pod.isBound() && !pod.isTerminal())
            .flatMap(
                pod -> ClusterRecord.eventsAbout(cluster, pod).filter(e -> isOfAutoscaler(e, pod)))
            .sorted(BY_NAME)
            .collect(
                Collectors.toMap(
                    Event::reporter,
                    Function.identity(),
                    BinaryOperator.maxBy(OLDEST_FIRST),
                    TreeMap::new))
            .values());
  }

  /** Returns whether Karpenter's newest event about the pods says that it adds no node for them. */
  public static boolean isDeclinedByKarpenter(Cluster cluster, Collection<Pod> pods) {
    return of(cluster, pods).stream()
        .anyMatch(
            e ->
                e.reporter().equals(KARPENTER)
                    && e.reason().equals(ClusterRecord.FAILED_SCHEDULING));
  }

  /** Returns Cluster Autoscaler's newest event about pods without a node. */
  public static Optional<Event> ofClusterAutoscaler(Cluster cluster, Collection<Pod> pods) {
    return of(cluster, pods).stream()
        .filter(e -> e.reporter().equals(CLUSTER_AUTOSCALER))
        .findFirst();
  }

  private static boolean isOfAutoscaler(Event event, Pod pod) {
    return REASONS.contains(event.reason())
        && !event.reporter().isEmpty()
        && !event.reporter().equals(pod.spec().schedulerName());
  }
}
