/** How much memory a live picture takes: {@link dev.plimsoll.bench.live.LiveMemory}. */
@NullMarked
package dev.plimsoll.bench.live;

import org.jspecify.annotations.NullMarked;
