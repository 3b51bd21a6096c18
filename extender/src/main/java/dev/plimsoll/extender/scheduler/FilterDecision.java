package dev.plimsoll.extender.scheduler;

import dev.plimsoll.extender.protocol.ExtenderFilterResult;

/**
 * Where a pod may go.
 *
 * @param filtered what is decided of each candidate
 * @param isNew whether the pod was assumed now and hadn't been before
 * @param reason why, in one word for the metrics
 */
public record FilterDecision(ExtenderFilterResult filtered, boolean isNew, String reason) {}
