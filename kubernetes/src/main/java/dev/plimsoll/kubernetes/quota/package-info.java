/**
 * ResourceQuota: what objects are charged, which requests are denied, and what the controller
 * resyncs.
 *
 * <p>{@link dev.plimsoll.kubernetes.quota.ResourceQuotaAdmission} decides on a request, {@link
 * dev.plimsoll.kubernetes.quota.ResourceQuotaController} resyncs, {@link
 * dev.plimsoll.kubernetes.quota.Evaluators} knows what each resource is charged. Depends on
 * packages {@code cluster}, {@code object}, {@code pod} and {@code quantity}.
 */
@NullMarked
package dev.plimsoll.kubernetes.quota;

import org.jspecify.annotations.NullMarked;
