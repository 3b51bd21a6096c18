/**
 * LimitRanges: what they add to pods, and what they deny.
 *
 * <p>Start at {@link dev.plimsoll.kubernetes.limits.LimitRanger}. Depends on packages {@code pod},
 * {@code object} and {@code quantity} only.
 */
@NullMarked
package dev.plimsoll.kubernetes.limits;

import org.jspecify.annotations.NullMarked;
