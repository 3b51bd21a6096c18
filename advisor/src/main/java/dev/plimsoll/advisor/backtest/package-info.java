/**
 * Replays recorded demand to find the effects of quotas: {@link
 * dev.plimsoll.advisor.backtest.Backtest} does it.
 */
@NullMarked
package dev.plimsoll.advisor.backtest;

import org.jspecify.annotations.NullMarked;
