/**
 * Dividing whole units among tenants, exactly: {@link
 * dev.plimsoll.model.tenancy.division.Proportional} by weight between floors and ceilings. Knows
 * neither Kubernetes nor what the units are.
 */
@NullMarked
package dev.plimsoll.model.tenancy.division;

import org.jspecify.annotations.NullMarked;
