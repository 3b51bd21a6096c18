/**
 * Carries advice into a cluster: {@link dev.plimsoll.advisor.live.QuotaApplier} changes quotas,
 * {@link dev.plimsoll.advisor.live.QuotaReverter} restores them, {@link
 * dev.plimsoll.advisor.live.RecommendationPublisher} only publishes.
 */
@NullMarked
package dev.plimsoll.advisor.live;

import org.jspecify.annotations.NullMarked;
