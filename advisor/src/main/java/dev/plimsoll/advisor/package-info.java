/**
 * Recommends quotas that match what a cluster really has. {@link
 * dev.plimsoll.advisor.backtest.Backtest} tries them on recorded demand.
 */
@NullMarked
package dev.plimsoll.advisor;

import org.jspecify.annotations.NullMarked;
