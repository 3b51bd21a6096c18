/**
 * How fast answers come once a cluster is loaded: {@link ExplainBenchmark} explains, {@link
 * SharesBenchmark} and {@link ProportionalBenchmark} divide.
 */
@NullMarked
package dev.plimsoll.bench.speed;

import org.jspecify.annotations.NullMarked;
