/**
 * What tenants used and requested in the past: {@link
 * dev.plimsoll.advisor.history.PrometheusHistory} queries Prometheus.
 */
@NullMarked
package dev.plimsoll.advisor.history;

import org.jspecify.annotations.NullMarked;
