/** Device-hours of the past, as Prometheus or a file has them. */
@NullMarked
package dev.plimsoll.kube.hours;

import org.jspecify.annotations.NullMarked;
