package dev.plimsoll.model.lifetime;

/**
 * The part of a run that was observed.
 *
 * @param entry the age in seconds from which on the run was observed
 * @param exit the age in seconds at which it ended or was last seen
 * @param isEnd whether it ended by itself then
 */
record Spell(double entry, double exit, boolean isEnd) {}
