/**
 * Decides the ceilings of quotas: {@link dev.plimsoll.model.tenancy.decision.Decider} uses the
 * present observation and the remembered ones. Each influence on a ceiling goes through it.
 */
@NullMarked
package dev.plimsoll.model.tenancy.decision;

import org.jspecify.annotations.NullMarked;
