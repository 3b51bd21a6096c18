/**
 * Records what a real control plane decides on made-up objects, in the format that {@code
 * ConformanceTest} replays. {@link dev.plimsoll.bench.conformance.ConformanceRecorder} is the
 * entry.
 */
@NullMarked
package dev.plimsoll.bench.conformance;

import org.jspecify.annotations.NullMarked;
