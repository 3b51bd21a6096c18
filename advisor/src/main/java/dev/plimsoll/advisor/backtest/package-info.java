/**
 * What quotas would have done with recorded demand: {@link dev.plimsoll.advisor.backtest.BackTest}
 * replays it.
 */
@NullMarked
package dev.plimsoll.advisor.backtest;

import org.jspecify.annotations.NullMarked;
