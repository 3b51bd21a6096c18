package dev.plimsoll.extender.scheduler;

/**
 * An answer to the scheduler.
 *
 * @param value the answer
 * @param revision the number of the state that it was decided on
 */
public record Answer<T>(T value, long revision) {}
