/**
 * What the API server asks a validating webhook: {@link dev.plimsoll.admission.review.ReviewRoutes}
 * answers it.
 */
@NullMarked
package dev.plimsoll.admission.review;

import org.jspecify.annotations.NullMarked;
