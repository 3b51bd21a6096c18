package dev.plimsoll.advisor.live;

/**
 * A person's overrides for one run.
 *
 * @param forceConflicts whether ceilings that others declare are changed too
 * @param overLimits whether the policy's limits of a run don't apply
 */
public record ApplyOverrides(boolean forceConflicts, boolean overLimits) {

  /** Nothing that isn't allowed anyway. */
  public static final ApplyOverrides NONE = new ApplyOverrides(false, false);
}
