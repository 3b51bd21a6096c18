/**
 * Finds gaps, each with its evidence.
 *
 * <p>Start at {@link dev.plimsoll.model.gap.detect.GapFinder}; there is a {@link
 * dev.plimsoll.model.gap.detect.GapDetector} for each kind, or for a few that exclude each other.
 * Depends on packages {@code gap}, {@code gap.remedy} and what these depend on.
 */
@NullMarked
package dev.plimsoll.model.gap.detect;

import org.jspecify.annotations.NullMarked;
