package dev.plimsoll.model.gap.cost;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.model.whatif.Lazy;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The times of events that tell since when something waits, by the object. */
public final class WaitingEvents {
  private record Subject(String kind, String namespace, String name) {}

  private final Map<Subject, Instant> firstFailures = new HashMap<>();
  private final Supplier<Map<String, Instant>> lastCordons;

  private WaitingEvents(Collection<Event> ofWorkloads, Supplier<Map<String, Instant>> lastCordons) {
    this.lastCordons = lastCordons;
    for (Event event : ofWorkloads) {
      if (event.tellsOfFailedCreation()) {
        Subject subject =
            new Subject(event.regarding().kind(), event.namespace(), event.regarding().name());
        event
            .firstSeen()
            .or(event::lastSeen)
            .ifPresent(t -> firstFailures.merge(subject, t, (a, b) -> a.isBefore(b) ? a : b));
      }
    }
  }

  /**
   * Reads the events.
   *
   * @param namespace the namespace of the workloads, empty for all
   */
  public static WaitingEvents of(Cluster cluster, String namespace) {
    return new WaitingEvents(
        namespace.isEmpty() ? cluster.list(Event.class) : cluster.list(Event.class, namespace),
        new Lazy<>(() -> lastCordons(cluster)));
  }

  private static Map<String, Instant> lastCordons(Cluster cluster) {
    Map<String, Instant> last = new HashMap<>();
    for (Event event : cluster.list(Event.class)) {
      if (event.reason().equals("NodeNotSchedulable") && event.regarding().kind().equals("Node")) {
        event
            .lastSeen()
            .ifPresent(
                t -> last.merge(event.regarding().name(), t, (a, b) -> a.isBefore(b) ? b : a));
      }
    }
    return last;
  }

  Optional<Instant> firstFailure(Workload owner) {
    return Optional.ofNullable(
        firstFailures.get(new Subject(owner.type().kind(), owner.namespace(), owner.name())));
  }

  Optional<Instant> lastCordon(Node node) {
    return Optional.ofNullable(lastCordons.get().get(node.name()));
  }
}
