/**
 * Prometheus and its Pushgateway as Debian packages them: {@link
 * dev.plimsoll.testkit.monitoring.MonitoringServer} starts one on a free port, with a temporary
 * folder for its data.
 */
@NullMarked
package dev.plimsoll.testkit.monitoring;

import org.jspecify.annotations.NullMarked;
