/**
 * The scheduler extender: {@link dev.plimsoll.extender.scheduler.Extender} answers kube-scheduler's
 * calls from memory. It holds pods while their quota is used up, keeps whole nodes free, and
 * assumes pods until they are bound.
 */
@NullMarked
package dev.plimsoll.extender;

import org.jspecify.annotations.NullMarked;
