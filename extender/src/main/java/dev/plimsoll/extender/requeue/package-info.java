/**
 * Requeues held pods when there is headroom for them, and writes events that say why pods wait, on
 * threads of its own. The entry is {@link dev.plimsoll.extender.requeue.RequeueController}.
 */
@NullMarked
package dev.plimsoll.extender.requeue;

import org.jspecify.annotations.NullMarked;
