/** Measured usage of devices. {@link dev.plimsoll.kubernetes.usage.IdleRule} is the entry class. */
@NullMarked
package dev.plimsoll.kubernetes.usage;

import org.jspecify.annotations.NullMarked;
