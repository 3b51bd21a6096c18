/**
 * Computes the cost of gaps: stopped pods, unusable resources, and for how long. {@link
 * dev.plimsoll.model.gap.cost.GapCost} is the answer, {@link
 * dev.plimsoll.model.gap.cost.GapCostBuilder} adds it up.
 */
@NullMarked
package dev.plimsoll.model.gap.cost;

import org.jspecify.annotations.NullMarked;
