/**
 * Metrics of a run for Prometheus: {@link dev.plimsoll.advisor.metrics.AdviceMetrics} collects
 * them, {@link dev.plimsoll.advisor.metrics.MetricsFile} and {@link
 * dev.plimsoll.advisor.metrics.PushgatewayClient} export them.
 */
@NullMarked
package dev.plimsoll.advisor.metrics;

import org.jspecify.annotations.NullMarked;
