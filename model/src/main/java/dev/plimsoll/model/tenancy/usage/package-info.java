/**
 * Counts the tenants' usage of their shares and decides whether they may have more. {@link
 * dev.plimsoll.model.tenancy.usage.TenantUsage} counts, and {@link
 * dev.plimsoll.model.tenancy.usage.ShareRule} is the rule of all components that keep pods waiting.
 */
@NullMarked
package dev.plimsoll.model.tenancy.usage;

import org.jspecify.annotations.NullMarked;
