/**
 * Quotas that follow demand with as few changes as possible. The entry is {@link
 * dev.plimsoll.model.tenancy.rebalance.Rebalancer}.
 */
@NullMarked
package dev.plimsoll.model.tenancy.rebalance;

import org.jspecify.annotations.NullMarked;
