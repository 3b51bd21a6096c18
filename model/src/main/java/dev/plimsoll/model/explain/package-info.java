/**
 * Explains why a pod or a workload doesn't run. {@link dev.plimsoll.model.explain.Explainer}
 * follows it from limit ranges through quotas to the scheduler and names the one that stops it.
 */
@NullMarked
package dev.plimsoll.model.explain;

import org.jspecify.annotations.NullMarked;
