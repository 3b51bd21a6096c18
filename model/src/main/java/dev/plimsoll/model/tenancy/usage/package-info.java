/**
 * What tenants hold of their shares, and whether they may have more: {@link
 * dev.plimsoll.model.tenancy.usage.TenantUsage} counts, {@link
 * dev.plimsoll.model.tenancy.usage.ShareRule} is the rule that all who hold pods go by.
 */
@NullMarked
package dev.plimsoll.model.tenancy.usage;

import org.jspecify.annotations.NullMarked;
