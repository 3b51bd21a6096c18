/**
 * The Pod Security Standards, which restrict the pods of a namespace by the level in its labels.
 * Each check is a class with Kubernetes' name of the check.
 *
 * <p>Start at {@link dev.plimsoll.kubernetes.admission.podsecurity.PodSecurityPolicy}. Depends on
 * package {@code object}.
 */
@NullMarked
package dev.plimsoll.kubernetes.admission.podsecurity;

import org.jspecify.annotations.NullMarked;
