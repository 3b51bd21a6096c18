/** How fast the extender answers: {@link ExtenderBenchmark}. */
@NullMarked
package dev.plimsoll.bench.extender;

import org.jspecify.annotations.NullMarked;
