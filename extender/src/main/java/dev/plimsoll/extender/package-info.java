/**
 * The scheduler extender: {@link dev.plimsoll.extender.scheduler.Extender} answers kube-scheduler's
 * calls from memory. It holds pods back that a quota would not let run, keeps whole nodes free, and
 * books what is on its way.
 */
@NullMarked
package dev.plimsoll.extender;

import org.jspecify.annotations.NullMarked;
