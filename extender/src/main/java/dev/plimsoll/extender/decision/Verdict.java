package dev.plimsoll.extender.decision;

import dev.plimsoll.extender.protocol.Filtered;

/**
 * Where a pod may go.
 *
 * @param filtered what is decided of each candidate
 * @param isNew whether the pod was booked now and hadn't been before
 * @param reason why, in one word for the metrics
 */
public record Verdict(Filtered filtered, boolean isNew, String reason) {}
