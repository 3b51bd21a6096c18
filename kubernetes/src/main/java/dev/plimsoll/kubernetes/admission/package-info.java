/**
 * Simulates the admission chain of the API server: it fills in fields, validates and denies.
 *
 * <p>Start at {@link dev.plimsoll.kubernetes.admission.AdmissionChain}. Depends on packages {@code
 * quota}, {@code limits}, {@code validation}, {@code pod}, {@code cluster}, {@code object} and
 * {@code quantity}.
 */
@NullMarked
package dev.plimsoll.kubernetes.admission;

import org.jspecify.annotations.NullMarked;
