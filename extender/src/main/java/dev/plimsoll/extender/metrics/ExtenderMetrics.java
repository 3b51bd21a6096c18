package dev.plimsoll.extender.metrics;

import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.kube.report.CapacityReport;
import dev.plimsoll.kube.watch.WatchHealth;
import dev.plimsoll.model.capacity.NodeGroup;
import dev.plimsoll.model.capacity.NodeGroups;
import dev.plimsoll.model.quantity.Quantity;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What the service counts and measures, for Prometheus. */
public final class ExtenderMetrics {
  private static final double NANOS = 1e9;

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Counter decisions;
  private final Histogram latency;

  public ExtenderMetrics(Extender extender, Supplier<WatchHealth> health) {
    decisions =
        Counter.builder()
            .name("plimsoll_extender_decisions_total")
            .help("Answers to kube-scheduler, by verb and reason.")
            .labelNames("verb", "reason")
            .register(registry);
    latency =
        Histogram.builder()
            .name("plimsoll_extender_latency_seconds")
            .help("How long an answer takes, from the read body to the written answer.")
            .labelNames("verb")
            .classicUpperBounds(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1)
            .register(registry);
    GaugeWithCallback.builder()
        .name("plimsoll_extender_bookings")
        .help("Pods that are on their way to a node.")
        .callback(c -> c.call(extender.decisions().assumedPods().size()))
        .register(registry);
    CounterWithCallback.builder()
        .name("plimsoll_extender_drifts_total")
        .help("Figures that a recount found wrong, and repaired.")
        .callback(c -> c.call((double) extender.decisions().drifts()))
        .register(registry);
    pools(extender);
    new UsageMetrics(registry).register(extender, health);
  }

  private void pools(Extender extender) {
    String[] labels = {"pool", "resource", "per_node", "taints"};
    gauge(
        "plimsoll_pool_capacity", "What a pool's nodes have.", labels, extender, NodeGroup::total);
    gauge("plimsoll_pool_placed", "What placed pods request.", labels, extender, NodeGroup::placed);
    gauge("plimsoll_pool_free", "Free on nodes that take pods.", labels, extender, NodeGroup::free);
    gauge(
        "plimsoll_pool_largest_free_block",
        "The most that is free on one node.",
        labels,
        extender,
        NodeGroup::largestBlock);
  }

  private void gauge(
      String name,
      String help,
      String[] labels,
      Extender extender,
      Function<NodeGroup, Quantity> figure) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .callback(
            c -> {
              for (NodeGroup nodeGroup : NodeGroups.of(extender.cluster())) {
                c.call(
                    figure.apply(nodeGroup).toDouble(),
                    nodeGroup.product(),
                    nodeGroup.resource().toString(),
                    nodeGroup.perNode().toString(),
                    nodeGroup.taints().stream()
                        .map(CapacityReport::taint)
                        .collect(Collectors.joining(",")));
              }
            })
        .register(registry);
  }

  public void answered(String verb, String reason, long nanos) {
    decisions.labelValues(verb, reason).inc();
    latency.labelValues(verb).observe(nanos / NANOS);
  }

  /** Returns all of it in Prometheus' text format. */
  public byte[] text() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create().write(out, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  public static String contentType() {
    return PrometheusTextFormatWriter.CONTENT_TYPE;
  }
}
