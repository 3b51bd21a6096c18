/**
 * Remedies that could close gaps, tried in simulations.
 *
 * <p>Start at {@link dev.plimsoll.model.gap.remedy.RemedyCatalog}. Depends on packages {@code gap},
 * {@code whatif} and what these depend on.
 */
@NullMarked
package dev.plimsoll.model.gap.remedy;

import org.jspecify.annotations.NullMarked;
