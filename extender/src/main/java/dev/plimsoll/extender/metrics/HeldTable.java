package dev.plimsoll.extender.metrics;

import dev.plimsoll.server.metrics.MetricTable;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * How many pods are held and how long pods have been, all together, by labels. For one thread at a
 * time.
 */
final class HeldTable {
  private static final double NANOS = 1e9;

  private final Map<Labels, Held> byLabels = new HashMap<>();
  private final MetricTable<Map.Entry<Labels, Held>> table;

  private record Held(long pods, long nanos) {
    Held none() {
      return new Held(0, nanos);
    }

    Held andOne(long more) {
      return new Held(pods + 1, nanos + more);
    }
  }

  /**
   * Creates a table without rows.
   *
   * @param pods the name of the metric of the pods held at present
   * @param seconds the name of the counter of seconds
   * @param by what the labels are, for people
   */
  HeldTable(String pods, String seconds, String by) {
    table =
        new MetricTable<Map.Entry<Labels, Held>>(Map.Entry::getKey)
            .gauge(pods, "Pods held at present, by " + by, e -> e.getValue().pods())
            .counter(
                seconds,
                "Seconds that pods were held, of all pods together, by " + by,
                e -> e.getValue().nanos() / NANOS);
  }

  /**
   * Takes what is held now as held for so long.
   *
   * @param held labels for each pod
   * @param isThere whether what labels name is still there; if not, its row goes
   */
  void look(Collection<Labels> held, long nanos, Predicate<Labels> isThere) {
    byLabels.keySet().removeIf(isThere.negate());
    byLabels.replaceAll((labels, before) -> before.none());
    for (Labels labels : held) {
      byLabels.put(labels, byLabels.getOrDefault(labels, new Held(0, 0)).andOne(nanos));
    }
  }

  List<MetricSnapshot> snapshots() {
    return table.snapshots(byLabels.entrySet());
  }
}
