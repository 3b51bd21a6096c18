/**
 * What placed and assumed pods use of quotas, shares and nodes. The entry is {@link
 * dev.plimsoll.extender.accounting.ClusterUsage}.
 */
@NullMarked
package dev.plimsoll.extender.accounting;

import org.jspecify.annotations.NullMarked;
