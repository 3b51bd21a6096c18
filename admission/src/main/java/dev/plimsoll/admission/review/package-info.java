/**
 * Answers the API server's calls of a validating webhook: {@link
 * dev.plimsoll.admission.review.ReviewRoutes} does it.
 */
@NullMarked
package dev.plimsoll.admission.review;

import org.jspecify.annotations.NullMarked;
