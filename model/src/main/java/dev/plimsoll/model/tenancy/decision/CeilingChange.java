package dev.plimsoll.model.tenancy.decision;

import dev.plimsoll.model.tenancy.division.StepLimits;

/**
 * A ceiling in whole units that is to be moved.
 *
 * @param name what it is the ceiling of
 * @param used what is used under it; it never comes to lie below
 * @param now where it is; {@link #UNSET} if there is none
 * @param goal where it should be
 */
record CeilingChange(String name, long used, long now, long goal) {

  /** Stands for a ceiling that isn't there. */
  static final long UNSET = -1;

  CeilingChange {
    goal = Math.max(goal, used);
  }

  boolean isSet() {
    return now != UNSET;
  }

  boolean lowers() {
    return isSet() && goal < now;
  }

  /** Returns the lowest it can come to lie without being lowered. */
  long base() {
    return isSet() ? Math.max(now, used) : used;
  }

  /** Returns how far it can be moved at once. */
  long afterOneStep(StepLimits stepLimits) {
    return isSet() ? Math.max(used, stepLimits.towards(now, goal)) : goal;
  }

  /** Returns whether that ceiling is so near that this one can stay. */
  boolean mayStay(long to, StepLimits stepLimits) {
    return isSet() && used <= now && stepLimits.isTooSmall(to - now);
  }
}
