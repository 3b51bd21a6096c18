/**
 * Replays the recorded calls of Kubernetes' unit tests through the model. {@link
 * dev.plimsoll.bench.upstream.UpstreamComparison} is the entry.
 */
@NullMarked
package dev.plimsoll.bench.upstream;

import org.jspecify.annotations.NullMarked;
