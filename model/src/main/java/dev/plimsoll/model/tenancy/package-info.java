/**
 * The tenants that share a cluster, and their shares. {@link
 * dev.plimsoll.model.tenancy.CapacityPolicy} is the policy, {@link
 * dev.plimsoll.model.tenancy.CapacityPolicyValidation} validates it. {@link
 * dev.plimsoll.model.tenancy.TenantCapacity} is the capacity to divide, {@link
 * dev.plimsoll.model.tenancy.TenantDemands} the demand. {@link dev.plimsoll.model.tenancy.Shares}
 * are the results, and {@link dev.plimsoll.model.tenancy.NodeShortage} tells the missing nodes.
 */
@NullMarked
package dev.plimsoll.model.tenancy;

import org.jspecify.annotations.NullMarked;
