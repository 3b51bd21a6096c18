/**
 * From shares to quotas: {@link dev.plimsoll.model.tenancy.plan.QuotaPlan} proposes the ceilings of
 * ResourceQuotas, each with its derivation.
 */
@NullMarked
package dev.plimsoll.model.tenancy.plan;

import org.jspecify.annotations.NullMarked;
