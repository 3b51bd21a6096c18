/** How fast answers come once a cluster is loaded: {@link ExplainBenchmark}. */
@NullMarked
package dev.plimsoll.bench.speed;

import org.jspecify.annotations.NullMarked;
