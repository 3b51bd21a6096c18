/**
 * The scheduler's verbs filter, prioritize, preempt and bind, answered from memory. The entry is
 * {@link dev.plimsoll.extender.scheduler.Extender}.
 */
@NullMarked
package dev.plimsoll.extender.scheduler;

import org.jspecify.annotations.NullMarked;
