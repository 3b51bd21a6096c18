/**
 * A mismatch between quota and capacity: a {@link dev.plimsoll.model.gap.Gap} with its evidence,
 * its {@link dev.plimsoll.model.gap.GapCause} and its {@link dev.plimsoll.model.gap.Remedy
 * remedies}.
 *
 * <p>Packages {@code gap.detect} and {@code gap.remedy} find and close them; start at {@code
 * gap.detect.GapFinder}.
 */
@NullMarked
package dev.plimsoll.model.gap;

import org.jspecify.annotations.NullMarked;
