/**
 * Changes of stored objects as the API server takes them: patches, and the kubectl commands that
 * send them.
 *
 * <p>Start at {@link dev.plimsoll.model.patch.ObjectDiff}: a patch is always the difference of two
 * versions of an object, so that it can't say anything else than what was tried. Depends on
 * packages {@code object} and {@code quantity}.
 */
@NullMarked
package dev.plimsoll.model.patch;

import org.jspecify.annotations.NullMarked;
