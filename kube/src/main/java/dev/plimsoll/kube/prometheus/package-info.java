/** Reads recorded series from Prometheus. */
@NullMarked
package dev.plimsoll.kube.prometheus;

import org.jspecify.annotations.NullMarked;
