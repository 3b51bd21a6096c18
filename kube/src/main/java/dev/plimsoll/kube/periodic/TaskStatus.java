package dev.plimsoll.kube.periodic;

import java.time.Instant;
import java.util.Optional;

/**
 * How a periodic task fares.
 *
 * @param name the task's name
 * @param failures how many runs failed so far
 * @param lastSuccess when a run last ended well
 * @param problem why it can't be expected to run any more, as a sentence: it has died or hangs
 */
public record TaskStatus(
    String name, long failures, Optional<Instant> lastSuccess, Optional<String> problem) {}
