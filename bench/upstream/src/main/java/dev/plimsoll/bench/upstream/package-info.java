/**
 * Replays through the model what the unit tests of Kubernetes feed and expect. {@link
 * dev.plimsoll.bench.upstream.UpstreamComparison} is the entry.
 */
@NullMarked
package dev.plimsoll.bench.upstream;

import org.jspecify.annotations.NullMarked;
