package dev.plimsoll.advisor.recommend;

import dev.plimsoll.model.tenancy.ConfidenceLevel;

/**
 * How far a recommendation can be trusted.
 *
 * @param level how far
 * @param reason why, a clause that starts in lower case
 */
public record Confidence(ConfidenceLevel level, String reason) {}
