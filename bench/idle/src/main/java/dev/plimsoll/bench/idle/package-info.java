/**
 * Asks which pods are idle, in series of usage whose next hour is known: {@link
 * dev.plimsoll.bench.idle.IdleBenchmark}.
 */
@NullMarked
package dev.plimsoll.bench.idle;

import org.jspecify.annotations.NullMarked;
