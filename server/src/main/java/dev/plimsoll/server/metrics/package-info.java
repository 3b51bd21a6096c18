/**
 * What every listening part exposes for Prometheus, and how: {@link
 * dev.plimsoll.server.metrics.MetricsRoute} over a registry.
 */
@NullMarked
package dev.plimsoll.server.metrics;

import org.jspecify.annotations.NullMarked;
