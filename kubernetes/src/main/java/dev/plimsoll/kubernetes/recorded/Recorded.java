package dev.plimsoll.kubernetes.recorded;

import java.time.Instant;
import java.util.Optional;

/**
 * A component's record of a pod, or of the object that should have created the pod.
 *
 * @param source where it stands: {@code event} or {@code condition}
 * @param reason the reason in one word, such as {@code FailedCreate}
 * @param message the text
 * @param time when it was said last; absent where that isn't recorded
 * @param count how often it was said; 1 for a condition
 */
public record Recorded(
    String source, String reason, String message, Optional<Instant> time, long count) {}
