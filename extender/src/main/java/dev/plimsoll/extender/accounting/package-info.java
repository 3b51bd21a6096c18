/**
 * Usage of quotas, shares and nodes by placed and assumed pods. The entry is {@link
 * dev.plimsoll.extender.accounting.ClusterUsage}.
 */
@NullMarked
package dev.plimsoll.extender.accounting;

import org.jspecify.annotations.NullMarked;
