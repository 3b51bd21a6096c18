package dev.plimsoll.model.lifetime;

/**
 * How many pods ended lately beside how many should have by their curves. If fewer ended, pods have
 * come to run longer.
 *
 * @param ended how many ended
 * @param expected the sum of the hazards that the pods went through
 */
public record RecentEnds(int ended, double expected) {}
