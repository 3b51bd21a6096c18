/**
 * Finds objects that the API server denies as invalid (422), as far as quota and placement depend
 * on it.
 *
 * <p>Start at {@link dev.plimsoll.kubernetes.validation.PodValidation}; each other kind has a class
 * of its own, and {@link dev.plimsoll.kubernetes.validation.InvalidMessage} writes the message.
 * Depends on packages {@code pod}, {@code limits}, {@code object} and {@code quantity} only.
 */
@NullMarked
package dev.plimsoll.kubernetes.validation;

import org.jspecify.annotations.NullMarked;
