/**
 * Dividing whole units among tenants, exactly: {@link
 * dev.plimsoll.model.tenancy.division.ProportionalDivision} by weight between floors and ceilings,
 * {@link dev.plimsoll.model.tenancy.division.MaxMinFairness} by demand in several pools, and {@link
 * dev.plimsoll.model.tenancy.division.PoolAssignment} assigns amounts to pools with the least
 * change. Knows neither Kubernetes nor what the units are.
 */
@NullMarked
package dev.plimsoll.model.tenancy.division;

import org.jspecify.annotations.NullMarked;
