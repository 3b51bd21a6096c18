package dev.plimsoll.model.gap;

/**
 * One fact behind a gap.
 *
 * @param name what it is, such as {@code hard} or {@code largestFreeBlock}
 * @param value its value as Kubernetes would print it
 */
public record Evidence(String name, String value) {}
