/**
 * The tenants that share a cluster, and how much of it each may have. {@link
 * dev.plimsoll.model.tenancy.CapacityPolicy} is what was agreed, {@link
 * dev.plimsoll.model.tenancy.CapacityPolicyValidation} validates it; {@link
 * dev.plimsoll.model.tenancy.TenantCapacity} is what can be divided, {@link
 * dev.plimsoll.model.tenancy.TenantDemands} what is requested, {@link
 * dev.plimsoll.model.tenancy.Shares} who may have what, and {@link
 * dev.plimsoll.model.tenancy.NodeShortage} what is missing because there are too few nodes.
 */
@NullMarked
package dev.plimsoll.model.tenancy;

import org.jspecify.annotations.NullMarked;
