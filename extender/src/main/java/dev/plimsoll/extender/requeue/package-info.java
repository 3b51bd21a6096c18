/**
 * Pods that wait: held pods are requeued when there is headroom for them, and they and those with
 * gaps are told why by events, on threads of its own. The entry is {@link
 * dev.plimsoll.extender.requeue.RequeueController}.
 */
@NullMarked
package dev.plimsoll.extender.requeue;

import org.jspecify.annotations.NullMarked;
