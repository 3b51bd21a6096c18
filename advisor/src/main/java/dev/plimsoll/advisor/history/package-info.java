/**
 * What tenants used and wanted before: {@link dev.plimsoll.advisor.history.PrometheusHistory} asks
 * Prometheus.
 */
@NullMarked
package dev.plimsoll.advisor.history;

import org.jspecify.annotations.NullMarked;
