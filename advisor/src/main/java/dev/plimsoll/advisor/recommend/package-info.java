/**
 * What quotas should be, why, and what that would do: {@link
 * dev.plimsoll.advisor.recommend.Advisor} computes it from a cluster snapshot, and the reports
 * format it. Nothing here reads or changes a cluster.
 */
@NullMarked
package dev.plimsoll.advisor.recommend;

import org.jspecify.annotations.NullMarked;
