/**
 * What quotas would have done with recorded demand: {@link dev.plimsoll.advisor.backtest.Backtest}
 * replays it.
 */
@NullMarked
package dev.plimsoll.advisor.backtest;

import org.jspecify.annotations.NullMarked;
