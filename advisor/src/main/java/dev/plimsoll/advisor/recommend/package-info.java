/**
 * What quotas should be, why, and what that would do: {@link
 * dev.plimsoll.advisor.recommend.Advisor} works it out on a snapshot of the cluster, and the
 * reports beside it put it into forms. Nothing here reads or changes a cluster.
 */
@NullMarked
package dev.plimsoll.advisor.recommend;

import org.jspecify.annotations.NullMarked;
