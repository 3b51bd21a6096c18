/**
 * The Pod Security Standards: what pods of a namespace may not do by the level that its labels
 * enforce, one class a check under the name that Kubernetes gives it.
 *
 * <p>Start at {@link dev.plimsoll.model.admission.podsecurity.PodSecurityPolicy}. Depends on
 * package {@code object}.
 */
@NullMarked
package dev.plimsoll.model.admission.podsecurity;

import org.jspecify.annotations.NullMarked;
