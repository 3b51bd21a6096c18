package dev.plimsoll.model.gap.cost;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.model.whatif.Lazy;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The times of events that tell since when something waits, by the object. */
public final class WaitingEvents {
  private record Subject(String kind, String namespace, String name) {}

  /** The times of the first failures, by the UID that the events name. */
  private final Map<Subject, Map<String, Instant>> firstFailures = new HashMap<>();

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
            .ifPresent(
                t ->
                    firstFailures
                        .computeIfAbsent(subject, s -> new HashMap<>())
                        .merge(event.regarding().uid(), t, (a, b) -> a.isBefore(b) ? a : b));
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

  /** Events about an earlier object of the same name don't count. */
  Optional<Instant> firstFailure(Workload owner) {
    String uid = owner.metadata().uid();
    Subject subject = new Subject(owner.type().kind(), owner.namespace(), owner.name());
    return firstFailures.getOrDefault(subject, Map.of()).entrySet().stream()
        .filter(e -> uid.isEmpty() || e.getKey().isEmpty() || e.getKey().equals(uid))
        .map(Map.Entry::getValue)
        .min(Comparator.naturalOrder());
  }

  Optional<Instant> lastCordon(Node node) {
    return Optional.ofNullable(lastCordons.get().get(node.name()));
  }
}
