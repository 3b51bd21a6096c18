/**
 * Carries advice into a cluster: {@link dev.plimsoll.advisor.live.QuotaApplier} changes quotas,
 * {@link dev.plimsoll.advisor.live.QuotaReverter} takes that back, {@link
 * dev.plimsoll.advisor.live.RecommendationPublisher} only tells.
 */
@NullMarked
package dev.plimsoll.advisor.live;

import org.jspecify.annotations.NullMarked;
