/**
 * Plays recorded demand into an API server, where the advisor follows it as it is deployed; the
 * entry is {@link dev.plimsoll.bench.replay.LiveReplay}.
 */
@NullMarked
package dev.plimsoll.bench.replay;

import org.jspecify.annotations.NullMarked;
