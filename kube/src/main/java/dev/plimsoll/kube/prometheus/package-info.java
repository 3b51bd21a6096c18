/** What Prometheus has recorded. */
@NullMarked
package dev.plimsoll.kube.prometheus;

import org.jspecify.annotations.NullMarked;
