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
  private final MetricTable<Map.Entry<Labels, Held>> table = new MetricTable<>(Map.Entry::getKey);

  private record Held(long pods, long nanos) {
    Held none() {
      return new Held(0, nanos);
    }

    Held andOne(long more) {
      return new Held(pods + 1, nanos + more);
    }
  }

  /** Adds the gauge of the pods held at present. */
  HeldTable gauge(String name, String help) {
    table.gauge(name, help, e -> e.getValue().pods());
    return this;
  }

  /** Adds the counter of the seconds of all pods together; its name is without {@code _total}. */
  HeldTable counter(String name, String help) {
    table.counter(name, help, e -> e.getValue().nanos() / NANOS);
    return this;
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
