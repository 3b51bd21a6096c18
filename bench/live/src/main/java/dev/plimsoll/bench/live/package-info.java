/** How much memory a live snapshot takes: {@link dev.plimsoll.bench.live.LiveMemory}. */
@NullMarked
package dev.plimsoll.bench.live;

import org.jspecify.annotations.NullMarked;
