/**
 * Metrics of a run for Prometheus: {@link dev.plimsoll.advisor.metrics.AdviceMetrics} writes them
 * down, {@link dev.plimsoll.advisor.metrics.MetricsFile} and {@link
 * dev.plimsoll.advisor.metrics.PushgatewayClient} leave them where Prometheus finds them.
 */
@NullMarked
package dev.plimsoll.advisor.metrics;

import org.jspecify.annotations.NullMarked;
