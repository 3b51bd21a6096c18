/**
 * What is wrong between the layers: {@link dev.plimsoll.model.gap.GapFinder} finds {@link
 * dev.plimsoll.model.gap.Gap}s, each with its evidence and with remedies that were tried on the
 * model.
 */
@NullMarked
package dev.plimsoll.model.gap;

import org.jspecify.annotations.NullMarked;
