/**
 * Divides whole units among tenants, exactly. {@link
 * dev.plimsoll.model.tenancy.division.ProportionalDivision} divides by weight between floors and
 * ceilings, {@link dev.plimsoll.model.tenancy.division.MaxMinFairness} by demand in several pools.
 * {@link dev.plimsoll.model.tenancy.division.PoolAssignment} assigns amounts to pools with the
 * least change. The package knows neither Kubernetes nor the units.
 */
@NullMarked
package dev.plimsoll.model.tenancy.division;

import org.jspecify.annotations.NullMarked;
