package dev.plimsoll.model.object;

/**
 * A condition in an object's status.
 *
 * @param type what it speaks of, such as {@code PodScheduled}
 * @param status {@code True}, {@code False} or {@code Unknown}
 * @param reason the reason in one word
 * @param message the text
 */
public record Condition(String type, String status, String reason, String message) {}
