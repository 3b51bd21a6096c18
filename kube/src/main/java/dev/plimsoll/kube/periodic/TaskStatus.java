package dev.plimsoll.kube.periodic;

import java.time.Instant;
import java.util.Optional;

/**
 * How a periodic task fares.
 *
 * @param name the task's name
 * @param failures how many runs failed so far
 * @param lastSuccess when a run last ended well
 */
public record TaskStatus(String name, long failures, Optional<Instant> lastSuccess) {}
