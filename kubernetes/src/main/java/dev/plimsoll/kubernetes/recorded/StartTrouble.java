package dev.plimsoll.kubernetes.recorded;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * Finds the reason why the containers of a pod on a node don't start.
 *
 * <p>Sources: the phases in {@code pkg/kubelet/kubelet_pods.go}, the events in {@code
 * pkg/kubelet/events/event.go}.
 */
public final class StartTrouble {
  private static final Comparator<Event> OLDEST_FIRST =
      Comparator.comparing((Event e) -> e.lastSeen().orElse(Instant.EPOCH))
          .thenComparing(StartTrouble::isWarning);

  private StartTrouble() {}

  /**
   * Returns the trouble in the words of kubelet: the state of a container, or the newest event if
   * the event is a warning. Returns nothing for pods that start, as while an image is pulled.
   */
  public static Optional<String> of(Cluster cluster, Pod pod) {
    if (!pod.isBound() || pod.isTerminating() || !pod.status().phase().equals("Pending")) {
      return Optional.empty();
    }
    return ContainerReport.of(pod).troubles().stream()
        .findFirst()
        .or(
            () ->
                ClusterRecord.eventsAbout(cluster, pod)
                    .max(OLDEST_FIRST)
                    .filter(StartTrouble::isWarning)
                    .map(e -> e.reason() + ", \"" + e.note().strip() + "\""));
  }

  private static boolean isWarning(Event event) {
    return event.eventType().equals("Warning") && !event.reason().equals("FailedScheduling");
  }
}
