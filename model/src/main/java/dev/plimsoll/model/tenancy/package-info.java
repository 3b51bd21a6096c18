/**
 * Tenants, who share a cluster, and what each of them may have of it: {@link
 * dev.plimsoll.model.tenancy.CapacityPolicy} is what was agreed.
 */
@NullMarked
package dev.plimsoll.model.tenancy;

import org.jspecify.annotations.NullMarked;
