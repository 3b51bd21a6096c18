/**
 * What the ceilings of quotas should be: {@link dev.plimsoll.model.tenancy.decision.Decider}
 * decides it from what is seen and from what was seen before. All that reaches a ceiling goes
 * through it.
 */
@NullMarked
package dev.plimsoll.model.tenancy.decision;

import org.jspecify.annotations.NullMarked;
