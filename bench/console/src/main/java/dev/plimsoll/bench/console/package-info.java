/** Measures the page in a browser: {@link dev.plimsoll.bench.console.NodesViewBenchmark}. */
@NullMarked
package dev.plimsoll.bench.console;

import org.jspecify.annotations.NullMarked;
