package dev.plimsoll.model.tenancy.decision;

import java.time.Instant;

/**
 * Units that were lost at some time, and that nobody took out on purpose.
 *
 * @param since when
 * @param units how many
 */
public record CapacityLoss(Instant since, long units) {}
