/**
 * Metrics of every listening part for Prometheus: {@link dev.plimsoll.server.metrics.MetricsRoute}
 * over a registry.
 */
@NullMarked
package dev.plimsoll.server.metrics;

import org.jspecify.annotations.NullMarked;
