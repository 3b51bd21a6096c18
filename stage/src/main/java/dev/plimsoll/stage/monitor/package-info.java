/**
 * A real Prometheus with what is shipped for it. {@link dev.plimsoll.stage.monitor.Prometheus}
 * starts it.
 */
@NullMarked
package dev.plimsoll.stage.monitor;

import org.jspecify.annotations.NullMarked;
