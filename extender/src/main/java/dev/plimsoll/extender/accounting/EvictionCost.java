package dev.plimsoll.extender.accounting;

import dev.plimsoll.model.object.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What it costs to evict the pods of a node: first how many go that haven't borrowed; then how
 * large a part of what is divided they hold; then how long they have been running.
 *
 * @param node the node
 * @param notBorrowing how many haven't borrowed
 * @param part what they hold of what is divided, of the resource of which it is most: 0 to 1
 * @param oldest since when the first of them has been running
 */
record EvictionCost(String node, int notBorrowing, double part, Instant oldest) {

  /** The least cost first; what has been running for the shortest time is the cheapest. */
  static final Comparator<EvictionCost> ORDER =
      Comparator.comparingInt(EvictionCost::notBorrowing)
          .thenComparingDouble(EvictionCost::part)
          .thenComparing(EvictionCost::oldest, Comparator.reverseOrder())
          .thenComparing(EvictionCost::node);

  static Instant oldest(List<Pod> victims) {
    return victims.stream().map(EvictionCost::start).min(Instant::compareTo).orElse(Instant.MAX);
  }

  private static Instant start(Pod pod) {
    Optional<Instant> start = pod.status().startTime();
    return start.or(() -> pod.metadata().creationTimestamp()).orElse(Instant.EPOCH);
  }
}
