/**
 * Simulates a scheduler that packs a real cluster's tasks: {@link
 * dev.plimsoll.bench.packing.PackingBenchmark}.
 */
@NullMarked
package dev.plimsoll.bench.packing;

import org.jspecify.annotations.NullMarked;
