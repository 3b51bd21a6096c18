/**
 * When waiting pods start. {@link dev.plimsoll.model.start.StartEstimator} is the entry: made of a
 * {@link dev.plimsoll.model.start.StartQuestion} (a cluster, its policies, a history of lifetimes,
 * an instant, a seed), it gives a {@link dev.plimsoll.model.start.StartEstimate} for each pod: what
 * has to happen first, its place in the queue, between which times it likely starts, at the latest
 * when, and what would make it sooner. The same question has the same answer.
 */
@NullMarked
package dev.plimsoll.model.start;

import org.jspecify.annotations.NullMarked;
