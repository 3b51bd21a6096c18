/**
 * The past usage and requests of tenants: {@link dev.plimsoll.advisor.history.PrometheusHistory}
 * queries Prometheus.
 */
@NullMarked
package dev.plimsoll.advisor.history;

import org.jspecify.annotations.NullMarked;
