/**
 * What the API server does with a request before it stores an object: it fills in, validates and
 * denies.
 *
 * <p>Start at {@link dev.plimsoll.model.admission.AdmissionChain}. Depends on packages {@code
 * quota}, {@code limits}, {@code validation}, {@code pod}, {@code cluster}, {@code object} and
 * {@code quantity}.
 */
@NullMarked
package dev.plimsoll.model.admission;

import org.jspecify.annotations.NullMarked;
