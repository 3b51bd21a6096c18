/**
 * Tenants, who share a cluster, and what each of them may have of it. {@link
 * dev.plimsoll.model.tenancy.CapacityPolicy} is what was agreed, {@link
 * dev.plimsoll.model.tenancy.CapacityPolicyValidation} validates it; {@link
 * dev.plimsoll.model.tenancy.TenantCapacity} is what can be given, {@link
 * dev.plimsoll.model.tenancy.TenantDemands} what is wanted, {@link
 * dev.plimsoll.model.tenancy.Shares} who may have what, and {@link
 * dev.plimsoll.model.tenancy.NodeShortage} what nobody can have because nodes are missing.
 */
@NullMarked
package dev.plimsoll.model.tenancy;

import org.jspecify.annotations.NullMarked;
