/**
 * Why a pod or a workload doesn't run: {@link dev.plimsoll.model.explain.Explainer} goes the whole
 * way from limit ranges through quotas to the scheduler and says where it ends.
 */
@NullMarked
package dev.plimsoll.model.explain;

import org.jspecify.annotations.NullMarked;
