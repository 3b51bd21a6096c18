/** Who may read the HTTP API; the entry is {@link dev.plimsoll.extender.access.TokenReviews}. */
@NullMarked
package dev.plimsoll.extender.access;

import org.jspecify.annotations.NullMarked;
