/**
 * Asks when waiting pods start, in replays whose outcome is known: {@link
 * dev.plimsoll.bench.when.WhenBenchmark}.
 */
@NullMarked
package dev.plimsoll.bench.when;

import org.jspecify.annotations.NullMarked;
