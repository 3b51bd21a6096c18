/**
 * Quotas in proportion to what a cluster really has. {@link dev.plimsoll.advisor.backtest.Backtest}
 * tries them on the past.
 */
@NullMarked
package dev.plimsoll.advisor;

import org.jspecify.annotations.NullMarked;
