/** What the extender exposes for Prometheus. */
@NullMarked
package dev.plimsoll.extender.metrics;

import org.jspecify.annotations.NullMarked;
