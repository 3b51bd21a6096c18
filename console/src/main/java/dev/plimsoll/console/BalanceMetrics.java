package dev.plimsoll.console;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceUnit;
import dev.plimsoll.model.balance.NamespaceBalance;
import dev.plimsoll.server.metrics.MetricTable;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Metrics of the namespaces' balances, as the view of tenants shows them. Of a cluster that could
 * not be read whole nothing is told.
 */
final class BalanceMetrics implements MultiCollector {
  /** Without this metric the balances are unknown; with it, a missing sample is 0. */
  static final String TIMESTAMP = "plimsoll_namespaces_timestamp_seconds";

  static final String LIMIT = "plimsoll_namespace_limit";
  static final String PLACED = "plimsoll_namespace_placed";
  static final String PENDING = "plimsoll_namespace_pending";
  static final String MISSING = "plimsoll_namespace_missing";

  private static final double MILLIS = 1e3;

  private final Supplier<Optional<BalanceHistory.Look>> lastLook;
  private final MetricTable<BalanceHistory.Look> looks =
      new MetricTable<BalanceHistory.Look>(l -> Labels.EMPTY)
          .gauge(
              TIMESTAMP,
              "Unix time at which the amounts of namespaces were counted.",
              l -> l.time().toEpochMilli() / MILLIS);
  private final MetricTable<NamespaceBalance> limited =
      new MetricTable<>(BalanceMetrics::labels)
          .gauge(
              LIMIT,
              "Limit of the namespace's tightest quota without scopes, in the unit"
                  + " of the label. Absent without a quota.",
              b -> b.limit().map(Quantity::toDouble).orElse(Double.NaN));
  private final MetricTable<NamespaceBalance> namespaces =
      new MetricTable<>(BalanceMetrics::labels)
          .gauge(
              PLACED,
              "Amount that the namespace's pods with a node request, in the unit of the label.",
              b -> b.placed().toDouble())
          .gauge(
              PENDING,
              "Amount that the namespace's pods without a node request, in the unit of the label.",
              b -> b.pending().toDouble())
          .gauge(
              MISSING,
              "Amount that the namespace's missing pods would request, in the unit"
                  + " of the label. A missing pod was denied, or is not created yet.",
              b -> b.missing().toDouble());

  BalanceMetrics(Supplier<Optional<BalanceHistory.Look>> lastLook) {
    this.lastLook = lastLook;
  }

  private static Labels labels(NamespaceBalance balance) {
    return Labels.of(
        "namespace",
        balance.namespace(),
        "resource",
        balance.resource().toString(),
        "unit",
        ResourceUnit.of(balance.resource()).label());
  }

  @Override
  public MetricSnapshots collect() {
    List<BalanceHistory.Look> known =
        lastLook.get().stream().filter(BalanceHistory.Look::isKnown).toList();
    List<NamespaceBalance> balances = known.stream().flatMap(l -> l.namespaces().stream()).toList();
    List<MetricSnapshot> snapshots = new ArrayList<>(looks.snapshots(known));
    snapshots.addAll(
        limited.snapshots(balances.stream().filter(b -> b.limit().isPresent()).toList()));
    snapshots.addAll(namespaces.snapshots(balances));
    return new MetricSnapshots(snapshots);
  }
}
