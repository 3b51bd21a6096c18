/** The metrics of the extender for Prometheus. */
@NullMarked
package dev.plimsoll.extender.metrics;

import org.jspecify.annotations.NullMarked;
