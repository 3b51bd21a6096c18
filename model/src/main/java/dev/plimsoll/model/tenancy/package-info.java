/**
 * Tenants, who share a cluster, and what each of them may have of it. {@link
 * dev.plimsoll.model.tenancy.CapacityPolicy} is what was agreed, {@link
 * dev.plimsoll.model.tenancy.PolicyCheck} finds what can't be meant so in it; {@link
 * dev.plimsoll.model.tenancy.Capacity} is what can be given, {@link
 * dev.plimsoll.model.tenancy.Demands} what is wanted, {@link dev.plimsoll.model.tenancy.Shares} who
 * may have what, and {@link dev.plimsoll.model.tenancy.Shortage} what nobody can have for want of
 * nodes.
 */
@NullMarked
package dev.plimsoll.model.tenancy;

import org.jspecify.annotations.NullMarked;
