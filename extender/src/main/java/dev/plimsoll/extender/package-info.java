/**
 * The scheduler extender: {@link dev.plimsoll.extender.scheduler.Extender} answers kube-scheduler's
 * calls from memory. It holds pods that a quota would not let run, keeps whole nodes free, and
 * assumes pods that are on their way.
 */
@NullMarked
package dev.plimsoll.extender;

import org.jspecify.annotations.NullMarked;
