package dev.plimsoll.extender.scheduler;

import java.time.Duration;

/**
 * Whether it is a gang's turn.
 *
 * @param isNow whether nodes are reserved for it; else it had its turn, and waits
 * @param left how long either still lasts
 */
public record GangTurn(boolean isNow, Duration left) {}
